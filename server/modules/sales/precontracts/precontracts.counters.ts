import { sql, type SQL } from 'drizzle-orm';
import { deskOf } from '#contract/overview/home/desk.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { both, scopeOver } from './filter.service.ts';

/** Counted at most: beyond it the menu says no more than "many". */
const MOST = sql.raw('999');

/** Sales whose turn is the caller's own. */
export function countDesk(ctx: Context): SQL | null {
  const reach = scopeOf(ctx, 'ventas.ver');
  // Accounting finds its sales by their payments, which are counted apart.
  const turns = deskOf(new Set(staffOf(ctx).grants.keys())).filter((turn) => turn !== 'contabilidad');
  if (!reach || turns.length === 0) return null;
  const mine = sql`turn = any(${sql.param(turns)}::text[])`;
  return sql`select count(*)::int from (select from sales where ${both([scopeOver(reach), mine])} limit ${MOST}) waiting`;
}
