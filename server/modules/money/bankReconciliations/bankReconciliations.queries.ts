import { and, eq, sql } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import {
  changeReconciliationStatus,
  RECONCILIATION_PAPER,
} from '#contract/money/bankReconciliations/endpoints.ts';
import type {
  ReconcilableAccount,
  Reconciliation,
  ReconciliationFilter,
  ReconciliationRow,
} from '#contract/money/bankReconciliations/model.ts';
import {
  isOpenState,
  OPEN_STATES,
  RECONCILIATION_STATE,
  RECONCILIATION_STATES,
  reconciliationMachine,
} from '#contract/money/bankReconciliations/rules.ts';
import { entryNumber } from '#contract/money/ledger/model.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, hasPart, idOf, inOrder, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { statesOf, namedStates } from '#server/modules/company/staff/history.service.ts';
import { stepBy } from '#server/modules/company/staff/names.service.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { offersFor } from './adjustments.service.ts';
import { factsOf, monthOf, RECORD } from './bankReconciliations.service.ts';
import { mayReconcile, reconciliationsInReach } from './bankReconciliations.scope.ts';
import { bankReconciliations } from './bankReconciliations.table.ts';
import { frozenSheet } from './frozen.queries.ts';
import {
  boundsOf,
  checksOf,
  copyOf,
  isOpenLine,
  ofAccount,
  sheetOf,
  type Row,
  type Sheet,
  type SheetLine,
} from './worksheet.service.ts';

interface Listed {
  name: string;
  number: string;
  bank: string;
  finishedName: string | null;
  reviewedName: string | null;
  askedName: string | null;
  /** Of the frozen copy; null while it is worked on. */
  closing: number | null;
  book: number | null;
  bankOpen: number | null;
  bookOpen: number | null;
  liveBook: number;
}

const LISTED = sql<Listed>`(select json_build_object('name', a.name, 'number', a.number, 'bank', coalesce(k.label, ''),
    'finishedName', (select name from users where id = bank_reconciliations.finished_by),
    'reviewedName', (select name from users where id = bank_reconciliations.reviewed_by),
    'askedName', (select name from users where id = bank_reconciliations.asked_by),
    'closing', c.closing_cents, 'book', c.book_cents, 'bankOpen', c.bank_open_cents, 'bookOpen', c.book_open_cents,
    'liveBook', case when c.id is null then (select coalesce(sum(t.debit_cents - t.credit_cents), 0) from journal_lines t
      where t.bank_account_id = a.id and t.day < to_date(bank_reconciliations.period::text, 'YYYYMM') + interval '1 month') end)
  from bank_accounts a left join catalog_items k on k.catalog = ${banks.name} and k.id = a.bank_id
  left join lateral (select * from bank_reconciliation_closings c where c.reconciliation_id = bank_reconciliations.id
    and bank_reconciliations.state_id not in ${anyOf(OPEN_STATES)} order by c.revision desc limit 1) c on true
  where a.id = bank_reconciliations.account_id)`;

const select = (ctx: Context) =>
  ctx.db.select({ one: bankReconciliations, listed: LISTED }).from(bankReconciliations);
type Found = Awaited<ReturnType<typeof select>>[number];

const presentRow = ({ one, listed }: Found): ReconciliationRow => ({
  id: one.id,
  version: one.version,
  account: { id: one.accountId, name: listed.name, number: listed.number, bank: listed.bank },
  period: one.period,
  state: { id: one.stateId, name: RECONCILIATION_STATES[one.stateId] ?? '' },
  imported: one.imported,
  opening_centavos: one.openingCents ?? 0,
  closing_centavos: listed.closing ?? one.closingCents,
  book_centavos: listed.book ?? listed.liveBook ?? 0,
  bank_open_centavos: listed.bankOpen,
  book_open_centavos: listed.bookOpen,
  finished: stepBy(listed.finishedName, one.finishedAt),
  reviewed: stepBy(listed.reviewedName, one.reviewedAt),
});

/** A page of reconciliations, the newest month first, and the total. */
export async function pageOfReconciliations(ctx: Context, query: ReconciliationFilter) {
  const where = and(
    reconciliationsInReach(ctx),
    query.cuenta_id === undefined ? undefined : eq(bankReconciliations.accountId, query.cuenta_id),
    query.estado_id === undefined ? undefined : sql`${bankReconciliations.stateId} = ${query.estado_id}`,
    query.anio === undefined
      ? undefined
      : sql`${bankReconciliations.period} between ${query.anio * 100 + 1} and ${query.anio * 100 + 12}`,
    query.q
      ? sql`exists (select from bank_accounts a where a.id = ${bankReconciliations.accountId} and ${hasPart(sql`a.name || ' ' || a.number`, query.q)})`
      : undefined,
  );
  const list = await select(ctx)
    .where(where)
    .orderBy(inOrder(query, { mes: bankReconciliations.period }, bankReconciliations.id, ['mes', 'desc']))
    .limit(query.per_page)
    .offset(offsetOf(query));
  return { list: list.map(presentRow), total: await ctx.db.$count(bankReconciliations, where) };
}

/** The bank accounts in scope with the last month that each has. */
export const reconcilableAccounts = (ctx: Context): Promise<ReconcilableAccount[]> =>
  rows<ReconcilableAccount>(
    ctx.db,
    sql`select bank_accounts.id, bank_accounts.name, bank_accounts.number,
        (select max(period) from bank_reconciliations r where r.account_id = bank_accounts.id and r.state_id <> ${idOf(RECONCILIATION_STATE.voided)}) last_period
      from bank_accounts where archived_at is null and ${accountsInReach(ctx, 'contabilidad.ver') ?? sql`true`} order by name, bank_accounts.id`,
  );

/** Guards its comments and files. */
export const mayOpenReconciliation = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(
    bankReconciliations,
    and(eq(bankReconciliations.id, id), reconciliationsInReach(ctx)),
  )) > 0;

/** The lines and sums of a reconciliation: as they are now, or as they were when it was finished. */
export async function sheetFor(ctx: Context, row: Row): Promise<{ sheet: Sheet; revision: number }> {
  const copy = await copyOf(ctx, row.id);
  return isOpenState(row.stateId) || !copy
    ? { sheet: await sheetOf(ctx, row), revision: copy?.revision ?? 0 }
    : { sheet: await frozenSheet(ctx, row, copy), revision: copy.revision };
}

/** A reconciliation in scope with both sides. Raises 404. */
export async function answerReconciliation(ctx: Context, id: number): Promise<Reconciliation> {
  const [found] = await select(ctx).where(and(eq(bankReconciliations.id, id), reconciliationsInReach(ctx)));
  if (!found) throw notFound();
  const { one, listed } = found;
  const { sheet, revision } = await sheetFor(ctx, one);
  const working = isOpenState(one.stateId) && mayReconcile(ctx, 'contabilidad.crear');
  const all = await ofAccount(ctx, one.accountId);
  const before = all.findLast(({ period }) => period < one.period);
  const next = all.find(({ period }) => period > one.period);
  const checks = isOpenState(one.stateId) ? checksOf(ctx, one, sheet, before) : [];
  const open = sheet.list.filter(
    (line) => line.side === 'banco' && (isOpenLine(line) || line.waits) && !line.adjustment,
  );
  const offers = working ? await offersFor(ctx, one, open) : new Map();
  const asked = stepBy(listed.askedName, one.askedAt);
  const named = (row: Row | undefined) => (row ? { id: row.id, name: monthOf(row.period) } : null);
  return {
    ...presentRow(found),
    from_on: boundsOf(one.period).from,
    to_on: boundsOf(one.period).to,
    opening_centavos: sheet.opening,
    closing_centavos: sheet.closing,
    book_centavos: sheet.book,
    bank_open_centavos: sheet.bankOpen,
    book_open_centavos: sheet.bookOpen,
    book_opening_centavos: sheet.bookOpening,
    late_centavos: sheet.late,
    lines_centavos: sheet.lines,
    statement_centavos: sheet.statement,
    unexplained_centavos: sheet.unexplained,
    bank: sheet.list
      .filter(({ side }) => side === 'banco')
      .map((line) => ({
        ...shown(line),
        late: line.late,
        adjustment: line.group === null ? line.adjustment : null,
        offers: offers.get(line.key) ?? [],
      })),
    book: sheet.list
      .filter(({ side }) => side === 'libros')
      .map((line) => ({
        ...shown(line),
        occurred_on: line.occurredOn,
        entry: line.entry && {
          id: line.entry.id,
          number: entryNumber(line.entry.year, line.entry.number),
        },
        transit: line.transit,
        stale: line.stale,
        unassigned: line.unassigned,
      })),
    matches: sheet.matches,
    proposals: isOpenState(one.stateId) ? sheet.proposals : [],
    checks,
    asked: asked && { ...asked, reason: one.askedReason ?? '' },
    revision,
    may: { work: working },
    transitions: offersOf(
      reconciliationMachine,
      one.stateId,
      await factsOf(ctx, one, checks[0] ?? null),
      urlOf(changeReconciliationStatus, { params: { id } }),
      (permission) => mayReconcile(ctx, permission),
    ),
    history: namedStates(
      await statesOf(ctx.db, RECORD, [id]),
      id,
      (state) => RECONCILIATION_STATES[state] ?? '',
    ),
    previous: named(before),
    next: named(next),
    paper: urlOf({ path: RECONCILIATION_PAPER }, { params: { id } }),
  };
}

const shown = (line: SheetLine) => ({
  key: line.key,
  day: line.day,
  reference: line.reference,
  description: line.description,
  centavos: line.cents,
  status: line.status,
  group: line.group,
  carried: line.carried,
  waits: line.waits,
  explanation: line.explanation,
});
