import { and, eq, sql } from 'drizzle-orm';
import { entryNumber } from '#contract/money/ledger/model.ts';
import { isClosed } from '#contract/money/ledger/rules.ts';
import {
  VOUCHER_STATE,
  VOUCHER_STATES,
  voucherMachine,
  type Voucher,
  type VoucherFacts,
  type VoucherFilter,
  type VoucherRow,
} from '#contract/money/ledger/vouchers.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { containing, countUpTo, inOrder, limited, row, rows } from '#server/kernel/db.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { booksInReach } from './ledger.scope.ts';
import { voucherLines, vouchers } from './vouchers.table.ts';

interface Found {
  id: number;
  bookId: number;
  book: string;
  kind: VoucherRow['kind'];
  stateId: number;
  day: string;
  description: string;
  cents: number;
  madeBy: string;
  approvedBy: string | null;
}

const COLUMNS = sql`vouchers.id, vouchers.book_id "bookId", b.name book, vouchers.kind, vouchers.state_id "stateId", vouchers.day,
  vouchers.description, vouchers.cents, m.name "madeBy", (select name from users where id = vouchers.approved_by) "approvedBy"`;
const FROM = sql`vouchers join partners b on b.id = vouchers.book_id join users m on m.id = vouchers.made_by`;

const present = (one: Found): VoucherRow => ({
  id: one.id,
  book: { id: one.bookId, name: one.book },
  kind: one.kind,
  state: { id: one.stateId, name: VOUCHER_STATES[one.stateId] ?? '' },
  day: one.day,
  description: one.description,
  centavos: one.cents,
  made_by: one.madeBy,
  approved_by: one.approvedBy,
});

/** A page of vouchers in scope, and the total. */
export async function findVouchers(ctx: Context, filter: VoucherFilter) {
  const { libro_id, estado_id, clase, q } = filter;
  const where =
    and(
      booksInReach(ctx, 'contabilidad.ver', vouchers.bookId),
      libro_id === undefined ? undefined : eq(vouchers.bookId, libro_id),
      estado_id === undefined ? undefined : eq(vouchers.stateId, estado_id),
      clase === undefined ? undefined : eq(vouchers.kind, clase),
      q ? sql`vouchers.description ilike ${containing(q)}` : undefined,
    ) ?? sql`true`;
  const order = inOrder(filter, { dia: vouchers.day, monto: vouchers.cents }, vouchers.id, ['dia', 'desc']);
  const found = await rows<Found>(
    ctx.db,
    sql`select ${COLUMNS} from ${FROM} where ${where} order by ${order} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  return {
    list: found.map(present),
    total: await countUpTo(ctx.db, sql`select from vouchers where ${where}`),
  };
}

/** What the state machine asks of a voucher. */
export async function factsOf(
  ctx: Context,
  voucher: { id: number; bookId: number; day: string; madeBy: number },
): Promise<VoucherFacts> {
  const found = await row<{ difference: number; lines: number; stateId: number }>(
    ctx.db,
    sql`select coalesce(sum(debit_cents - credit_cents), 0)::bigint difference, count(*)::int lines,
        coalesce((select state_id from accounting_periods where book_id = ${voucher.bookId}
          and period = extract(year from ${voucher.day}::date) * 100 + extract(month from ${voucher.day}::date)), 1) "stateId"
      from voucher_lines where voucher_id = ${voucher.id}`,
  );
  return {
    madeByCaller: voucher.madeBy === staffOf(ctx).userId,
    differenceCents: Number(found!.difference),
    lines: found!.lines,
    closed: isClosed(found!.stateId),
  };
}

/** One voucher in scope, as its page shows it; undefined outside. */
export async function findVoucher(ctx: Context, id: number): Promise<Voucher | undefined> {
  const reach = booksInReach(ctx, 'contabilidad.ver', vouchers.bookId) ?? sql`true`;
  const [found] = await rows<Found>(
    ctx.db,
    sql`select ${COLUMNS} from ${FROM} where vouchers.id = ${id} and ${reach}`,
  );
  const [voucher] = await ctx.db.select().from(vouchers).where(eq(vouchers.id, id));
  if (!found || !voucher) return undefined;
  const lines = await ctx.db
    .select({
      line: voucherLines,
      account: sql<string>`(select (c.extra ->> 'codigo') || ' ' || c.label from catalog_items c
        where c.catalog = 'accounting_accounts' and c.id = ${voucherLines.accountId})`,
      project: sql<string | null>`(select p.name from projects p where p.id = ${voucherLines.projectId})`,
      lot: sql<string | null>`(select o.name from lots o where o.id = ${voucherLines.lotId})`,
    })
    .from(voucherLines)
    .where(eq(voucherLines.voucherId, id))
    .orderBy(voucherLines.position);
  const entry = await row<{ id: number; year: number; number: number }>(
    ctx.db,
    sql`select id, year, number from journal_entries
      where source_record = 'comprobante_diario' and source_id = ${id} and reversal_of is null order by id limit 1`,
  );
  const history = await statesOf(ctx.db, 'comprobante_diario', [id]);
  return {
    ...present(found),
    version: voucher.version,
    reason: voucher.reason,
    lines: lines.map(({ line, account, project, lot }) => ({
      account_id: line.accountId,
      debit_centavos: line.debitCents || null,
      credit_centavos: line.creditCents || null,
      project_id: line.projectId,
      lot_id: line.lotId,
      partner_id: line.partnerId,
      bank_account_id: line.bankAccountId,
      note: line.note,
      account,
      project,
      lot,
    })),
    entry: entry ? { id: entry.id, number: entryNumber(entry.year, entry.number) } : null,
    may_edit: voucher.stateId === VOUCHER_STATE.draft && scopeOf(ctx, 'contabilidad.crear') !== null,
    transitions: offersOf(
      voucherMachine,
      voucher.stateId,
      await factsOf(ctx, voucher),
      `/api/accounting/vouchers/${id}/status`,
      (permission) => scopeOf(ctx, permission) !== null,
    ),
    history: history.map((one) => ({
      id: `e${one.id}`,
      at: one.at.toISOString(),
      who: one.who,
      from: one.from === null ? null : (VOUCHER_STATES[one.from] ?? null),
      to: VOUCHER_STATES[one.to] ?? null,
      reason: one.reason,
    })),
  };
}
