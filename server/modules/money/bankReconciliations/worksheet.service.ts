import { and, eq, ne, sql } from 'drizzle-orm';
import { addDays, daysBetween, panamaDay } from '#contract/dates.ts';
import { propose, type Proposal } from '#contract/money/bankReconciliations/matching.ts';
import type { Explanation, Adjustment } from '#contract/money/bankReconciliations/rules.ts';
import type { LineStatus, Match } from '#contract/money/bankReconciliations/model.ts';
import {
  RECONCILIATION_STATE as S,
  STALE_CHEQUE_DAYS,
  STALE_DAYS,
  transitOf,
  unexplained,
} from '#contract/money/bankReconciliations/rules.ts';
import { VOUCHER_STATES } from '#contract/money/ledger/vouchers.ts';
import { firstDayOf, nextPeriod } from '#contract/money/ledger/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { bankReconciliationClosings, bankReconciliations } from './bankReconciliations.table.ts';
import { groupsOf, TO_IDENTIFY, type Grouped } from './groups.service.ts';
import {
  bankFacts,
  bookFacts,
  openingFacts,
  sumsAt,
  unassignedFacts,
  type BankFact,
  type BookFact,
  type OpeningFact,
  type Stretch,
} from './lines.queries.ts';
import { adjustedOf, type Adjusted } from './records.queries.ts';

export type Row = typeof bankReconciliations.$inferSelect;
export type Copy = typeof bankReconciliationClosings.$inferSelect;

export interface SheetLine {
  key: string;
  side: 'banco' | 'libros';
  day: string;
  occurredOn: string;
  cents: number;
  reference: string;
  description: string;
  status: LineStatus;
  group: string | null;
  carried: boolean;
  late: boolean;
  transit: string;
  stale: boolean;
  unassigned: boolean;
  entry: { id: number; number: number; year: number } | null;
  /** Entered as a deposit that waits for its sale: the line of the bank may still be something else. */
  waits: boolean;
  /** An entry that goes when its line of the bank is something else. */
  follows?: boolean;
  /** The batch of payments that an entry belongs to. */
  batch?: number | null;
  explanation: { kind: Explanation; text: string; by: string } | null;
  adjustment: { kind: Adjustment; voucher_id: number | null; state: string } | null;
}
/** A reconciliation as bank and books are now, in centavos. */
export interface Sheet {
  opening: number;
  bookOpening: number;
  closing: number | null;
  lines: number;
  statement: number | null;
  late: number;
  book: number;
  bankOpen: number;
  bookOpen: number;
  unexplained: number;
  list: SheetLine[];
  matches: (Match & { keys: readonly string[] })[];
  proposals: Proposal[];
}

/** The frozen copy of a month that counts, or undefined. */
export async function copyOf(ctx: Pick<Context, 'db'>, id: number): Promise<Copy | undefined> {
  const [found] = await ctx.db
    .select()
    .from(bankReconciliationClosings)
    .where(eq(bankReconciliationClosings.reconciliationId, id))
    .orderBy(sql`revision desc`)
    .limit(1);
  return found;
}

/** The reconciliations of an account that were not voided, by month. */
export const ofAccount = (ctx: Pick<Context, 'db'>, accountId: number): Promise<Row[]> =>
  ctx.db
    .select()
    .from(bankReconciliations)
    .where(and(eq(bankReconciliations.accountId, accountId), ne(bankReconciliations.stateId, S.voided)))
    .orderBy(bankReconciliations.period);

export const boundsOf = (period: number) => ({
  from: firstDayOf(period),
  to: addDays(firstDayOf(nextPeriod(period)), -1),
});

/** What is read for a month: from the day on which the account starts in Llave. */
function stretchOf(row: Row, first: Row): Stretch {
  const { from, to } = boundsOf(row.period);
  return {
    accountId: row.accountId,
    period: row.period,
    since: firstDayOf(first.imported ? nextPeriod(first.period) : first.period),
    from,
    to,
    begunAt: first.createdAt,
  };
}

/** Bank and books of a month that is worked on, line by line. */
export async function sheetOf(ctx: Context, row: Row): Promise<Sheet> {
  const { db } = ctx;
  const all = await ofAccount(ctx, row.accountId);
  const before = all.findLast(({ period }) => period < row.period);
  const last = before && (await copyOf(ctx, before.id));
  const at = stretchOf(row, all[0] ?? row);
  const stored = await storedMatches(ctx, row.id);
  const assigned = stored.flatMap(({ keys }) =>
    keys.filter((key) => key.startsWith('j')).map((key) => Number(key.slice(1))),
  );
  const bank = await bankFacts(db, at);
  const book = await bookFacts(db, at, assigned);
  const openings = await openingFacts(db, at);
  const adjusted = await adjustedOf(
    db,
    bank.map(({ id }) => id),
  );
  const list = [
    ...bank.map((one) => bankLine(one, at, adjusted)),
    ...openings.map(openingLine),
    ...book.map((one) => bookLine(one, at)),
  ].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const groups = await groupsOf(db, { bank, book, stored, adjusted, list });
  place(list, groups);
  await explain(ctx, row.id, list);
  const proposals = await proposalsOf(ctx, at, list, groups);
  const sums = await sumsAt(db, at, assigned);
  const opening = last?.closingCents ?? row.openingCents ?? 0;
  const bookOpening = last?.bookCents ?? row.openingBookCents ?? 0;
  const open = (side: SheetLine['side']) =>
    list.filter((one) => one.side === side && isOpenLine(one)).reduce((sum, { cents }) => sum + cents, 0);
  const closing = row.closingCents ?? sums.statement;
  const dated = book
    .filter(({ day, seen }) => day >= at.from && !seen)
    .reduce((sum, { cents }) => sum + cents, 0);
  const parts = { closing: closing ?? opening + sums.lines, bankOpen: open('banco'), bookOpen: open('libros'), book: sums.book }; // prettier-ignore
  return {
    opening,
    bookOpening,
    closing,
    lines: opening + sums.lines,
    statement: sums.statement,
    late: sums.book - bookOpening - dated,
    book: sums.book,
    bankOpen: parts.bankOpen,
    bookOpen: parts.bookOpen,
    unexplained: unexplained(parts),
    list,
    matches: groups.map(({ group, id, why, by, keys }) => ({ group, id, why, by, keys })),
    proposals,
  };
}

/** On one side only: neither settled nor, on the side of the books, a mere candidate of no account. */
export const isOpenLine = ({ status, unassigned }: SheetLine) =>
  (status === 'open' || status === 'proposed') && !unassigned;

const blank = {
  status: 'open' as LineStatus,
  group: null,
  late: false,
  transit: '',
  stale: false,
  unassigned: false,
  waits: false,
  entry: null,
  explanation: null,
  adjustment: null,
};

function bankLine(one: BankFact, at: Stretch, adjusted: readonly Adjusted[]): SheetLine {
  const asked = adjusted.find(({ lineId }) => lineId === one.id);
  return {
    ...blank,
    key: `l${one.id}`,
    side: 'banco',
    day: one.day,
    occurredOn: one.day,
    cents: one.cents,
    reference: one.reference,
    description: one.description,
    carried: one.day < at.from,
    late: one.day < at.from && !one.seen,
    adjustment: asked
      ? {
          kind: asked.kind as Adjustment,
          voucher_id: asked.voucherId,
          state: asked.voucherState === null ? 'Registrado' : (VOUCHER_STATES[asked.voucherState] ?? ''),
        }
      : null,
  };
}

function bookLine(one: BookFact, at: Stretch): SheetLine {
  const cheque = one.cheque !== null;
  return {
    ...blank,
    key: `j${one.id}`,
    side: 'libros',
    day: one.day,
    occurredOn: one.occurredOn,
    cents: one.cents,
    reference: one.cheque === null ? '' : `Cheque ${one.cheque}`,
    description: one.note ? `${one.description} · ${one.note}` : one.description,
    carried: one.day < at.from,
    transit: transitOf(one.cents, cheque),
    stale: daysBetween(one.day, at.to) > (cheque ? STALE_CHEQUE_DAYS : STALE_DAYS),
    unassigned: one.unassigned,
    entry: { id: one.entryId, number: one.number, year: one.year },
    batch: one.batch,
    follows: `.${one.event}` === TO_IDENTIFY && one.reversalOf === null && !one.reversed,
  };
}

const openingLine = (one: OpeningFact): SheetLine => ({
  ...blank,
  key: `a${one.id}`,
  side: one.side,
  day: one.day,
  occurredOn: one.day,
  cents: one.cents,
  reference: one.reference,
  description: one.description,
  carried: true,
  transit: one.side === 'libros' ? transitOf(one.cents, /cheque/i.test(one.description)) : '',
});

/** Writes the groups on their lines. What is matched belongs to the account, whatever its entry names. */
function place(list: readonly SheetLine[], groups: readonly Grouped[]): void {
  const byKey = new Map(groups.flatMap((one) => one.keys.map((key) => [key, one])));
  for (const line of list) {
    const group = byKey.get(line.key);
    if (!group) continue;
    line.group = group.group;
    line.status = group.adjusts ? 'adjusted' : 'matched';
    line.waits = group.waits;
  }
}

async function explain(ctx: Context, id: number, list: readonly SheetLine[]): Promise<void> {
  // What was explained in the month before and still stands open needs no second word.
  const found = await rows<{ line: string; kind: Explanation; text: string; by: string }>(
    ctx.db,
    sql`select distinct on (x.line) x.line, x.kind, x.text, u.name by from bank_reconciliation_explanations x join users u on u.id = x.made_by
      join bank_reconciliations r on r.id = x.reconciliation_id
      where r.account_id = (select account_id from bank_reconciliations where id = ${id}) and r.state_id <> ${S.voided}
        and r.period <= (select period from bank_reconciliations where id = ${id})
      order by x.line, r.period desc`,
  );
  const byLine = new Map(found.map(({ line, ...said }) => [line, said]));
  for (const line of list)
    if (isOpenLine(line) || line.waits) line.explanation = byLine.get(line.key) ?? null;
}

/** Proposes matches of what stands open; entries of no account are candidates, and join the list where one is proposed. */
async function proposalsOf(
  ctx: Context,
  at: Stretch,
  list: SheetLine[],
  groups: Grouped[],
): Promise<Proposal[]> {
  const side = (which: SheetLine['side']) =>
    list.filter((one) => one.side === which && one.group === null && one.adjustment === null);
  const waiting = list.filter((one) => one.waits && one.side === 'banco' && one.explanation === null);
  const bank = [...side('banco'), ...waiting];
  const loose = (await unassignedFacts(ctx.db, at, [...new Set(bank.map(({ cents }) => cents))])).map((one) =>
    bookLine(one, at),
  );
  const texts = ({ key, day, cents, reference, description }: SheetLine) => ({
    key,
    day,
    cents,
    text: `${reference} ${description}`,
  });
  const all = propose(
    bank.map(texts),
    [...side('libros'), ...loose].map((one) => ({
      ...texts(one),
      batch: one.batch ?? null,
      cheque: one.reference.startsWith('Cheque'),
    })),
  );
  // What waits for its sale gives way only to what nothing else could be.
  const proposals = all.filter(
    ({ exact, bank: keys }) => exact || !waiting.some(({ key }) => keys.includes(key)),
  );
  const proposed = new Set(proposals.flatMap((one) => [...one.bank, ...one.book]));
  list.push(...loose.filter(({ key }) => proposed.has(key)));
  const freed = new Set(waiting.filter(({ key }) => proposed.has(key)).map(({ group }) => group));
  for (const line of list.filter(({ group }) => group !== null && freed.has(group)))
    Object.assign(line, { group: null, status: 'open', waits: false });
  groups.splice(0, groups.length, ...groups.filter(({ group }) => !freed.has(group)));
  for (const line of list) if (proposed.has(line.key)) line.status = 'proposed';
  return proposals;
}

/** Matches that people made in this month and did not take apart, with the keys of their lines. */
async function storedMatches(ctx: Context, id: number) {
  return rows<{ id: number; why: string; by: string; keys: string[] }>(
    ctx.db,
    sql`select m.id, m.why, u.name by, array_agg(coalesce('l' || b.statement_line_id, 'j' || b.journal_line_id, 'a' || b.opening_id) order by b.id) keys
      from bank_reconciliation_matches m join users u on u.id = m.made_by join bank_reconciliation_members b on b.match_id = m.id
      where m.reconciliation_id = ${id} and m.released_at is null group by m.id, u.name order by m.id`,
  );
}

/** What is missing before a month can be finished, as sentences in the order in which they are mended. */
export function checksOf(
  ctx: Pick<Context, 'now'>,
  row: Row,
  sheet: Sheet,
  before: Row | undefined,
): string[] {
  const bank = sheet.list.filter((one) => one.side === 'banco' && isOpenLine(one));
  const asked = bank.filter(({ adjustment }) => adjustment !== null).length;
  const silent = bank.filter((one) => one.adjustment === null && one.explanation === null).length;
  const stale = sheet.list.filter(
    (one) => one.side === 'libros' && isOpenLine(one) && one.stale && one.explanation === null,
  ).length;
  const off = (sheet.closing ?? 0) - sheet.lines;
  const many = (n: number, single: string, several: string) => `${n} ${n === 1 ? single : several}`;
  return [
    ...(panamaDay(ctx.now) <= boundsOf(row.period).to ? ['El mes no ha terminado.'] : []),
    ...(before && (before.stateId === S.draft || before.stateId === S.reopened)
      ? ['Termina primero el mes anterior.']
      : []),
    ...(sheet.list.some((one) => one.follows && one.group === null && one.status === 'open')
      ? ['Los libros se están poniendo al día con lo último: espera un minuto.']
      : []),
    ...(sheet.closing === null ? ['Falta el saldo final del banco: importa el extracto o escríbelo.'] : []),
    ...(sheet.closing !== null && off !== 0
      ? [
          'El saldo final no es el inicial más las líneas del mes: falta un extracto, sobra una línea o el saldo está mal escrito.',
        ]
      : []),
    ...(asked > 0
      ? [`${many(asked, 'ajuste todavía no está', 'ajustes todavía no están')} en los libros: se aprueba en Comprobantes.`]
      : []),
    ...(silent > 0
      ? [`Falta conciliar, ajustar o explicar ${many(silent, 'línea', 'líneas')} del banco.`]
      : []),
    ...(stale > 0
      ? [`Explica ${many(stale, 'línea', 'líneas')} de los libros que el banco no muestra hace mucho.`]
      : []),
    ...(sheet.closing !== null && off === 0 && sheet.unexplained !== 0
      ? ['Los libros y el banco difieren en un monto que ninguna línea explica: revisa la apertura.']
      : []),
  ]; // prettier-ignore
}
