import { sql } from 'drizzle-orm';
import { deskOf } from '#contract/overview/home/desk.ts';
import type { Turn } from '#contract/sales/sale/turn.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { both, scopeOver } from './filter.service.ts';

/** The turns of sales that are the caller's own work; an adviser's is to move the customer on. */
export function turnsOf(ctx: Pick<Context, 'staff'>): Turn[] {
  const { grants } = staffOf(ctx);
  // Accounting works on payments, which are tasks of their own.
  const turns = deskOf(new Set(grants.keys())).filter((turn) => turn !== 'contabilidad');
  if (turns.length > 0 || !grants.has('ventas.crear')) return turns;
  return ['cliente'];
}

/** Sales whose next step is the caller's, by the day of their stage on the board. */
export function saleTasks(ctx: Context): TaskQuery | null {
  const reach = scopeOf(ctx, 'ventas.ver');
  const turns = turnsOf(ctx);
  if (!reach || turns.length === 0) return null;
  const mine = turns.length === 1 ? sql`turn = ${turns[0]}` : sql`turn = any(${sql.param(turns)}::text[])`;
  return {
    from: sql`(select * from sales where ${both([scopeOver(reach), mine])}) sales join people p on p.id = sales.person_id`,
    id: sql`sales.id`,
    title: sql`p.name`,
    text: sql`sales.next_step`,
    due: sql`sales.board_due`,
    since: sql`sales.state_since`,
    saleId: sql`sales.id`,
    phone: sql`p.phone`,
    version: sql`sales.version`,
    stateId: sql`sales.state_id`,
  };
}
