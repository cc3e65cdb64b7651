import { sql } from 'drizzle-orm';
import { deskOf, type Turn } from '#contract/sales/sale/turn.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { counterOf, type TaskQuery } from '#server/kernel/tasks.ts';
import { both, onDesk, scopeOver } from './filter.service.ts';

/** The turns of sales that are the caller's own work; an adviser's is to move the customer on. */
function turnsOf(ctx: Pick<Context, 'staff'>): Turn[] {
  const { grants } = staffOf(ctx);
  const turns = deskOf(new Set(grants.keys()));
  if (turns.length > 0 || !grants.has('ventas.crear')) return turns;
  return ['cliente'];
}

/** For the menu: without an adviser's customers, whose next step is not the office's. */
export const countDesk = (ctx: Context) =>
  turnsOf(ctx).includes('cliente') ? null : counterOf(saleTasks)(ctx);

/** Sales whose next step is the caller's, by the day of their stage on the board. */
export function saleTasks(ctx: Context): TaskQuery | null {
  const reach = scopeOf(ctx, 'ventas.ver');
  const turns = turnsOf(ctx);
  if (!reach || turns.length === 0) return null;
  return {
    rows: sql`select * from sales where ${both([scopeOver(reach), onDesk({ turns, userId: reach.userId })])}`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`w.next_step`,
    due: sql`w.board_due`,
    since: sql`w.state_since`,
    parentId: sql`w.id`,
    phone: sql`p.phone`,
  };
}
