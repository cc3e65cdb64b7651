import { sql, type SQL } from 'drizzle-orm';
import { deskOf } from '#contract/overview/home/desk.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { both, scopeOver } from './filter.service.ts';

/** Counts at most this many; above it the menu only shows "many". */
const MOST = sql.raw('999');

/** Sales whose turn is the caller's. */
export function countDesk(ctx: Context): SQL | null {
  const reach = scopeOf(ctx, 'ventas.ver');
  // Accounting finds its sales by their payments, which have their own counter.
  const turns = deskOf(new Set(staffOf(ctx).grants.keys())).filter((turn) => turn !== 'contabilidad');
  if (!reach || turns.length === 0) return null;
  const mine = sql`turn = any(${sql.param(turns)}::text[])`;
  return sql`select count(*)::int from (select from sales where ${both([scopeOver(reach), mine])} limit ${MOST}) waiting`;
}
