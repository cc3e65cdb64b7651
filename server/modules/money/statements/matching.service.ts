import { REPORTED_STATES } from '#contract/money/payments/rules.ts';
import { and, asc, eq, gte, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import {
  likeness,
  nearCents,
  readLine,
  readPayment,
  referenceKey,
  type Likeness,
  type ReadPayment,
} from '#contract/money/statements/matching.ts';
import type { ExactPair, LineSuggestion, Suggestion } from '#contract/money/statements/statements.ts';
import { paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import type { Context } from '#server/kernel/context.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { REACH_COLUMNS, reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { titleWith } from '#server/modules/money/payments/concept.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { bankStatementLines } from './statements.table.ts';

type Line = typeof bankStatementLines.$inferSelect;
const SHOWN = 4;
const CODE = /PC-?\d{4}-?\d{5}/gi;

const waitingColumns = {
  payment: payments,
  sale: {
    id: sales.id,
    code: sales.code,
    ...REACH_COLUMNS,
  },
  name: people.name,
  accountIds: sql<
    number[]
  >`array(select a.account_id::int from project_bank_accounts a where a.project_id = ${sales.projectId})`,
};
type Waiting = {
  payment: typeof payments.$inferSelect;
  sale: {
    id: number;
    code: string | null;
    adviserId: number | null;
    processorId: number | null;
    lawyerId: number | null;
    projectId: number;
  };
  name: string;
  accountIds: number[];
};

const waitingWhere = (reach: SQL | undefined, more: SQL | undefined) =>
  and(inArray(payments.stateId, [...REPORTED_STATES]), reach, more);
const waiting = (ctx: Context, more: SQL | undefined): Promise<Waiting[]> =>
  ctx.db
    .select(waitingColumns)
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .where(waitingWhere(salesInReach(ctx, 'pagos.ver'), more))
    .orderBy(asc(payments.id))
    .limit(2_000);

/** Payments that wait for accounting and may match one of these lines: by amount, by reference, by the sale's code. */
async function candidatesFor(ctx: Context, lines: readonly Line[]): Promise<Candidate[]> {
  if (lines.length === 0) return [];
  const amounts = [...new Set(lines.map(({ cents }) => cents))];
  const keys = new Set<string>();
  const codes = new Set<string>();
  for (const { reference, description } of lines) {
    for (const word of [reference, ...description.split(/\s+/)]) {
      const key = referenceKey(word);
      if (key.length >= 5 && /\d/.test(key)) keys.add(key);
    }
    for (const [code] of `${reference} ${description}`.matchAll(CODE))
      codes.add(referenceKey(code).replace(/^PC(\d{4})(\d{5})$/, 'PC-$1-$2'));
  }
  const days = lines.map(({ postedOn }) => postedOn).toSorted();
  const byAmount = waiting(
    ctx,
    and(
      sql`exists (select from unnest(${sql.param(amounts)}::bigint[]) a (cents)
        where ${payments.reportedCents} between a.cents - greatest(600, a.cents / 45) and a.cents + greatest(600, a.cents / 45))`,
      gte(payments.reportedAt, new Date(`${addDays(days[0]!, -12)}T00:00:00Z`)),
      lte(payments.reportedAt, new Date(`${addDays(days.at(-1)!, 12)}T00:00:00Z`)),
      gte(payments.reportedCents, Math.min(...amounts.map((cents) => cents - nearCents(cents) - 600))),
      lte(payments.reportedCents, Math.max(...amounts.map((cents) => cents + nearCents(cents) + 600))),
    ),
  );
  const known = sql`upper(regexp_replace(${payments.reportedReference}, '[^0-9A-Za-z]', '', 'g'))`;
  const byName =
    keys.size === 0 && codes.size === 0
      ? Promise.resolve([])
      : waiting(
          ctx,
          or(
            keys.size > 0
              ? and(
                  sql`${payments.reportedReference} is not null`,
                  sql`ltrim(${known}, '0') = any(${sql.param([...keys])}::text[])`,
                )
              : undefined,
            codes.size > 0 ? inArray(sales.code, [...codes]) : undefined,
          ),
        );
  const found = [...(await byAmount), ...(await byName)];
  const once = new Map(found.map((one) => [one.payment.id, one]));
  return [...once.values()].map((one) => ({ one, payment: read(one) }));
}

const read = ({ payment, sale, name, accountIds }: Waiting) =>
  readPayment({
    cents: payment.reportedCents ?? payment.dueCents,
    reportedOn: payment.reportedAt && panamaDay(payment.reportedAt),
    reference: payment.reportedReference,
    code: sale.code,
    name,
    accountIds,
  });

/** A waiting payment, prepared for comparison with many lines. */
interface Candidate {
  one: Waiting;
  payment: ReadPayment;
}

/** The candidates that resemble a line, with their score. */
function likeLine(line: Line, candidates: readonly Candidate[]): { one: Waiting; like: Likeness }[] {
  const own = readLine(line);
  return candidates.flatMap(({ one, payment }) => {
    const like = likeness(own, payment);
    return like ? [{ one, like }] : [];
  });
}

const OWN = 'Lo registraste tú: otra persona lo confirma.';

const whyNotConfirm = (ctx: Context, payment: Waiting['payment'], sale: Waiting['sale']): string | null =>
  !reaches(ctx, 'pagos.aprobar', sale)
    ? 'No tienes permiso de confirmar pagos.'
    : payment.enteredBy !== null && payment.enteredBy === ctx.staff?.userId
      ? OWN
      : null;

/** Returns a function that presents candidates with the labels of the payment types. */
async function presenter(ctx: Context): Promise<(found: Waiting, like: Likeness) => Suggestion> {
  const types = await catalogLabels(ctx.db, paymentTypes);
  return ({ payment, sale, name }, like) => ({
    payment_id: payment.id,
    payment_version: payment.version,
    name,
    sale: { id: sale.id, code: sale.code },
    type: titleWith(types, payment),
    reported_centavos: payment.reportedCents ?? 0,
    due_centavos: payment.dueCents,
    reported_at: payment.reportedAt?.toISOString() ?? null,
    ...like,
    disabled: whyNotConfirm(ctx, payment, sale),
  });
}

/** The payments that each open line may belong to, the best match first. */
export async function suggestionsFor(
  ctx: Context,
  lines: readonly Line[],
): Promise<Map<number, Suggestion[]>> {
  const open = lines.filter(({ state, cents }) => state === 'open' && cents > 0);
  const candidates = await candidatesFor(ctx, open);
  const present = await presenter(ctx);
  const told = new Map<number, Suggestion[]>();
  for (const line of open) {
    const likes = likeLine(line, candidates)
      .toSorted((a, b) => b.like.score - a.like.score || a.one.payment.id - b.one.payment.id)
      .slice(0, SHOWN);
    told.set(
      line.id,
      likes.map(({ one, like }) => present(one, like)),
    );
  }
  return told;
}

/** The lines that may belong to a payment under verification, the best match first. */
export async function linesFor(ctx: Context, paymentId: number): Promise<LineSuggestion[]> {
  const [found] = await waiting(ctx, eq(payments.id, paymentId));
  if (!found) return [];
  const { payment, sale } = found;
  const own = read(found);
  const near = nearCents(own.cents);
  const day = panamaDay(payment.reportedAt ?? ctx.now);
  const key = payment.reportedReference ? referenceKey(payment.reportedReference) : '';
  const candidates = await ctx.db
    .select({ line: bankStatementLines, account: { id: bankAccounts.id, name: bankAccounts.name } })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(
      and(
        accountsInReach(ctx, 'pagos.aprobar'),
        sql`${bankStatementLines.state} = 'open' and ${bankStatementLines.cents} > 0`,
        gte(bankStatementLines.postedOn, addDays(day, -45)),
        lte(bankStatementLines.postedOn, addDays(day, 45)),
        or(
          and(
            gte(bankStatementLines.cents, own.cents - near),
            lte(bankStatementLines.cents, own.cents + near),
          ),
          key.length >= 5
            ? sql`regexp_replace(upper(${bankStatementLines.reference} || ' ' || ${bankStatementLines.description}), '[^0-9A-Z ]', '', 'g') like ${`%${key}%`}`
            : undefined,
        ),
      ),
    )
    .orderBy(asc(bankStatementLines.id))
    .limit(200);
  return candidates
    .flatMap(({ line, account }) => {
      const like = likeness(readLine(line), own);
      return like ? [{ line, account, like }] : [];
    })
    .toSorted((a, b) => b.like.score - a.like.score || b.line.id - a.line.id)
    .slice(0, 6)
    .map(({ line, account, like }) => ({
      id: line.id,
      row: line.row,
      posted_on: line.postedOn,
      centavos: line.cents,
      reference: line.reference,
      description: line.description,
      balance_centavos: line.balanceCents,
      account,
      ...like,
      disabled: whyNotConfirm(ctx, payment, sale),
    }));
}

/** Open lines compared per round. Further lines wait for the next round. */
const TOGETHER = 2_000;

/**
 * Pairs of one line and one payment that agree by reference and to the cent, with no other match for either: they
 * may be confirmed in bulk. A pair that the caller may not confirm carries the reason.
 */
export async function exactPairs(
  ctx: Context,
  filter: { extracto_id?: number | undefined; cuenta_id?: number | undefined } = {},
): Promise<ExactPair[]> {
  const found = await ctx.db
    .select({ line: bankStatementLines })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(
      and(
        accountsInReach(ctx, 'pagos.aprobar'),
        sql`${bankStatementLines.state} = 'open' and ${bankStatementLines.cents} > 0`,
      ),
    )
    .orderBy(sql`${bankStatementLines.id} desc`)
    .limit(TOGETHER);
  const lines = found.map(({ line }) => line);
  // Exact pairs have equal amounts, so compare only within the same amount.
  const ofAmount = Map.groupBy(await candidatesFor(ctx, lines), ({ payment }) => payment.cents);
  const all = lines.flatMap((line) =>
    likeLine(line, ofAmount.get(line.cents) ?? [])
      .filter(({ like }) => like.exact)
      .map((found) => ({ line, ...found })),
  );
  const count = (of: (pair: (typeof all)[number]) => number) => {
    const counted = new Map<number, number>();
    for (const pair of all) counted.set(of(pair), (counted.get(of(pair)) ?? 0) + 1);
    return counted;
  };
  const byLine = count(({ line }) => line.id);
  const byPayment = count(({ one }) => one.payment.id);
  const single = all.filter(
    ({ line, one }) =>
      byLine.get(line.id) === 1 &&
      byPayment.get(one.payment.id) === 1 &&
      // A person decides about partial and larger payments.
      line.cents === one.payment.dueCents &&
      (filter.extracto_id === undefined || line.statementId === filter.extracto_id) &&
      (filter.cuenta_id === undefined || line.accountId === filter.cuenta_id),
  );
  const present = await presenter(ctx);
  return single.map(({ line, one, like }) => ({
    line_id: line.id,
    posted_on: line.postedOn,
    reference: line.reference,
    description: line.description,
    centavos: line.cents,
    suggestion: present(one, like),
  }));
}
