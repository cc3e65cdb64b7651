import { sql, type SQL } from 'drizzle-orm';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { both, scopeOver } from './filter.service.ts';
import { turnsOf } from './precontracts.tasks.ts';

/** Counts at most this many; above it the menu only shows "many". */
const MOST = sql.raw('999');

/** Sales whose turn is the caller's. */
export function countDesk(ctx: Context): SQL | null {
  const reach = scopeOf(ctx, 'ventas.ver');
  const turns = turnsOf(ctx).filter((turn) => turn !== 'cliente');
  if (!reach || turns.length === 0) return null;
  const mine = sql`turn = any(${sql.param(turns)}::text[])`;
  return sql`select count(*)::int from (select from sales where ${both([scopeOver(reach), mine])} limit ${MOST}) waiting`;
}
