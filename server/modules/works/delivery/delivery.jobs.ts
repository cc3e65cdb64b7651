import { z } from 'zod';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { warningDue, WARNING_DAYS } from '#contract/works/delivery/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { officePath } from '#server/modules/sales/buyers/parties.service.ts';
import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { deliveryWarnings } from './delivery.table.ts';
import { forecastHouses } from './pace.service.ts';

interface Promised {
  id: number;
  modelId: number;
  house: string;
  saleId: number;
  projectId: number;
  customer: string;
  promisedOn: string;
}

/**
 * Each night: warns of houses that will not be ready on their promised day, 90, 60 and 30 days before it and when it has
 * passed, once each. Who works on the sale and who decides hear of it; nothing moves the day. Safe to run twice.
 */
export const deliveryNight = job({
  name: 'works.deliveryNight',
  payload: z.object({}),
  cron: '40 4 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const near = await rows<Promised>(
      ctx.db,
      sql`select h.id, h.model_id "modelId", h.name house, s.id "saleId", s.project_id "projectId", p.name customer,
          pr.delivery_on::text "promisedOn"
        from promises pr join sales s on s.id = pr.sale_id join people p on p.id = s.person_id
        join lot_claims c on c.sale_id = s.id and c.released_at is null
        join houses h on h.lot_id = c.lot_id and h.archived_at is null and h.progress_percent < 100
        where pr.state_id = ${PROMISE.signed} and pr.delivery_on <= ${addDays(today, WARNING_DAYS[0])}
          and s.state_id < ${SALE.delivered} order by s.id`,
    );
    const forecasts = await forecastHouses(ctx, near);
    for (const one of near) {
      const forecast = forecasts.get(one.id);
      const days = forecast ? warningDue({ promisedOn: one.promisedOn, forecast }, today) : null;
      if (days !== null) await warn(ctx, one, days, forecast!.to);
    }
  },
});

async function warn(ctx: JobContext, one: Promised, days: number, forecastOn: string): Promise<void> {
  const { saleId, promisedOn } = one;
  const made = await ctx.db
    .insert(deliveryWarnings)
    .values({ saleId, promisedOn, days, forecastOn, at: ctx.now })
    .onConflictDoNothing()
    .returning({ days: deliveryWarnings.days });
  if (made.length === 0) return;
  await announce(ctx, { record: 'precontrato', id: saleId, verb: 'entrega_en_riesgo' });
  const [deciders, lawyers, workers] = [
    await whoMay(ctx.db, 'ventas.aprobar', one.projectId),
    await whoMay(ctx.db, 'legal.crear', one.projectId),
    await workersOf(ctx.db, saleId),
  ];
  await notify(ctx, {
    kind: 'entrega_en_riesgo',
    to: [...deciders, ...lawyers, ...workers],
    text:
      days === 0
        ? `${one.house}, de ${one.customer}: la entrega prometida venció el ${showDay(promisedOn)} y la obra termina cerca del ${showDay(forecastOn)}.`
        : `${one.house}, de ${one.customer}: se prometió para el ${showDay(promisedOn)} y la obra termina cerca del ${showDay(forecastOn)}.`,
    url: `${officePath(saleId)}?tab=obra`,
    event: `entrega:${saleId}:${promisedOn}:${days}`,
  });
}
