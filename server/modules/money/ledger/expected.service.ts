import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { balanceOf, linesOf, type RuleLine, type UnpostedReason } from '#contract/money/ledger/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import type { NamedAmount, PostingEvent } from '#server/kernel/postings.ts';
import { catalogItems } from '#server/modules/company/catalogs/catalogs.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { ledgerBooks, postingRules } from './ledger.table.ts';

/** What posting depends on beside the records. */
export interface Terms {
  promoters: ReadonlyMap<number, number | null>;
  opensOn: ReadonlyMap<number, string | null>;
  /** By kind of event, the newest first. */
  rules: ReadonlyMap<string, readonly { id: number; validFrom: string; lines: readonly RuleLine[] }[]>;
  chart: ReadonlySet<number>;
  /** The accounting accounts of bank accounts. */
  banks: ReadonlyMap<number, number | null>;
}

export async function readTerms(db: Db): Promise<Terms> {
  const promoters = await db.select({ id: projects.id, promoter: projects.promoterId }).from(projects);
  const books = await db.select().from(ledgerBooks);
  const rules = await db
    .select()
    .from(postingRules)
    .where(isNull(postingRules.retiredAt))
    .orderBy(desc(postingRules.validFrom), desc(postingRules.id));
  const chart = await db
    .select({ id: catalogItems.id })
    .from(catalogItems)
    .where(and(eq(catalogItems.catalog, accountingAccounts.name), isNull(catalogItems.archivedAt)))
    .orderBy(asc(catalogItems.id));
  const banks = await db
    .select({ id: bankAccounts.id, account: bankAccounts.accountingAccountId })
    .from(bankAccounts);
  return {
    promoters: new Map(promoters.map(({ id, promoter }) => [id, promoter])),
    opensOn: new Map(books.map(({ bookId, opensOn }) => [bookId, opensOn])),
    rules: Map.groupBy(rules, ({ eventKind }) => eventKind),
    chart: new Set(chart.map(({ id }) => id)),
    banks: new Map(banks.map(({ id, account }) => [id, account])),
  };
}

export interface ExpectedLine extends Omit<NamedAmount, 'name' | 'cents'> {
  accountId: number;
  note?: string | null;
  debitCents: number;
  creditCents: number;
}

/** What an event makes of the books: an entry, nothing, or a reason why it waits. */
export type Expected =
  | { event: PostingEvent; bookId: number; fingerprint: string; lines: ExpectedLine[] }
  | { event: PostingEvent; bookId: number | null; reason: UnpostedReason };

/** The entry of an event under the rules; null when it makes none: no amounts, or before the first day of its books. */
export function expectedOf(terms: Terms, event: PostingEvent): Expected | null {
  const amounts = event.amounts.filter(({ cents }) => cents !== 0);
  if (amounts.length === 0) return null;
  const projectId = event.of.projectId ?? null;
  const bookId = event.bookId ?? (projectId === null ? null : (terms.promoters.get(projectId) ?? null));
  if (bookId === null) return { event, bookId, reason: 'sin_empresa' };
  const opensOn = terms.opensOn.get(bookId) ?? null;
  if (opensOn !== null && event.day < opensOn) return null;
  const rule = terms.rules.get(event.kind)?.find(({ validFrom }) => validFrom <= event.day);
  if (!rule) return { event, bookId, reason: 'sin_regla' };
  const lines = linesOf(
    rule.lines,
    amounts.map((amount) => ({ ...event.of, ...amount })),
  ).map(({ account, bank, ...line }) => {
    const own = bank && line.bankAccountId ? terms.banks.get(line.bankAccountId) : null;
    return { ...line, bankAccountId: bank ? line.bankAccountId : null, accountId: own ?? account };
  });
  if (lines.some(({ accountId }) => !terms.chart.has(accountId)))
    return { event, bookId, reason: 'sin_cuenta' };
  if (balanceOf(lines) !== 0 || lines.length === 0) return { event, bookId, reason: 'descuadre' };
  const { kind, day, of } = event;
  return { event, bookId, lines, fingerprint: JSON.stringify([bookId, kind, day, rule.id, of, amounts]) };
}
