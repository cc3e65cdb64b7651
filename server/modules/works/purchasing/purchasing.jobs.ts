import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay, showDay } from '#contract/dates.ts';
import { OPEN_ORDERS } from '#contract/works/purchasing/rules.ts';
import { anyOf, rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { purchaseOrders } from './purchasing.table.ts';

/** Each night: tells who issued an order, once, that it should have come. Safe to run twice. */
export const purchasingNight = job({
  name: 'purchasing.night',
  payload: z.object({}),
  cron: '20 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const late = await rows<{ id: number; code: string; by: number; expected: string; supplier: string }>(
      ctx.db,
      sql`select o.id, ${yearlyCodeOf('OC', 'o')} code, o.issued_by "by",
          o.expected_on::text expected, s.name supplier
        from purchase_orders o join partners s on s.id = o.supplier_id
        where o.state_id in ${anyOf(OPEN_ORDERS)} and o.expected_on < ${today} and o.told_late_on is null
        order by o.id for no key update of o skip locked`,
    );
    for (const { id, code, by, expected, supplier } of late) {
      await notify(ctx, {
        kind: 'orden_atrasada',
        to: [Number(by)],
        text: `${code} de ${supplier} se esperaba el ${showDay(expected)} y no ha llegado completa.`,
        url: `/oficina/ordenes-de-compra/${id}`,
        event: `orden_compra:${id}:atrasada`,
      });
      await ctx.db
        .update(purchaseOrders)
        .set({ toldLateOn: today })
        .where(eq(purchaseOrders.id, Number(id)));
    }
  },
});
