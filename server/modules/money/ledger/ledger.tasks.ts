import { sql } from 'drizzle-orm';
import { PERIOD_STATE, PERIOD_STATES } from '#contract/money/ledger/rules.ts';
import { VOUCHER_STATE } from '#contract/money/ledger/vouchers.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { booksInReach } from './ledger.scope.ts';
import { vouchers } from './vouchers.table.ts';

/** Vouchers that another person sent, for who may approve them. */
export function voucherTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'contabilidad.aprobar')) return null;
  const { userId } = staffOf(ctx);
  const reach = booksInReach(ctx, 'contabilidad.aprobar', vouchers.bookId) ?? sql`true`;
  return {
    rows: sql`select * from vouchers where state_id = ${idOf(VOUCHER_STATE.sent)} and made_by <> ${userId} and ${reach}`,
    id: sql`w.id`,
    title: sql`w.description`,
    text: sql`'Aprobar el comprobante'`,
    due: sql`null::date`,
    since: sql`w.created_at`,
    cents: sql`w.cents`,
  };
}

/** Months whose reopening another person asked for. */
export function periodTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'contabilidad.aprobar')) return null;
  const { userId } = staffOf(ctx);
  const reach = booksInReach(ctx, 'contabilidad.aprobar', sql`accounting_periods.book_id`) ?? sql`true`;
  return {
    rows: sql`select * from accounting_periods where state_id = ${idOf(PERIOD_STATE.asked)} and asked_by <> ${userId} and ${reach}`,
    joins: sql`join partners b on b.id = w.book_id`,
    id: sql`w.id`,
    title: sql`b.name || ', ' || to_char(to_date(w.period::text, 'YYYYMM'), 'MM-YYYY')`,
    text: sql`${`${PERIOD_STATES[PERIOD_STATE.asked]}: decide si se reabre`}`,
    due: sql`null::date`,
    since: sql`w.asked_at`,
  };
}
