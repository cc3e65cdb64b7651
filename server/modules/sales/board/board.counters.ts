import { sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { lateSale } from '#server/modules/sales/sale/standing.service.ts';
import { both, scopeOver } from '#server/modules/sales/precontracts/filter.service.ts';

/** Counts at most this many; above it the menu only shows "many". */
const MOST = sql.raw('999');

/** Counts sales within scope with an overdue stage; only for users who work on sales. */
export function countLate(ctx: Context): SQL | null {
  const reach = scopeOf(ctx, 'ventas.ver');
  const { grants } = staffOf(ctx);
  if (!reach || !(grants.has('ventas.editar') || grants.has('documentos.aprobar'))) return null;
  return sql`select count(*)::int from (select from sales where ${both([scopeOver(reach)])}
    and ${lateSale(panamaDay(ctx.now))} limit ${MOST}) late`;
}
