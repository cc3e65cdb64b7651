import { z } from 'zod';
import { COVERS } from '#contract/care/covers/parts.ts';
import { clocksOf, closesOn, ENDING_DAYS } from '#contract/care/covers/rules.ts';
import { addDays, addMonths, dayText, panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { allKnown } from '#server/kernel/known.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { rulesNow } from '#server/modules/care/covers/clocks.service.ts';
import { warrantyNotices } from './warranty.table.ts';

interface Delivered {
  id: number;
  saleId: number;
  projectId: number;
  house: string;
  deliveredOn: string;
}

/**
 * Each night: closes sales twelve months after their delivery with nothing open (14→15, domain.md §3), and tells family and
 * company 30 days before a cover of the warranty ends, once. Safe to run twice.
 */
export const warrantyNight = job({
  name: 'care.warrantyNight',
  payload: z.object({}),
  cron: '25 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    await closeSales(ctx, today);
    await tellEndings(ctx, today);
  },
});

async function closeSales(ctx: JobContext, today: string): Promise<void> {
  const old = await rows<Delivered & { open: Readonly<Record<string, number>> }>(
    ctx.db,
    sql`select handovers.id, handovers.sale_id "saleId", s.project_id "projectId", '' house,
        handovers.delivered_on::text "deliveredOn", ${allKnown(ctx, 'abierto en entrega')} open
      from handovers join sales s on s.id = handovers.sale_id
      where s.state_id = ${SALE.delivered} and handovers.delivered_on <= ${addMonths(today, -11)}::date order by s.id`,
  );
  for (const { saleId, deliveredOn, open } of old)
    if (closesOn(deliveredOn) <= today && Object.values(open).every((count) => !count))
      await advanceSale(ctx, saleId, SALE.closed);
}

async function tellEndings(ctx: JobContext, today: string): Promise<void> {
  const rules = await rulesNow(ctx.db);
  const months = [...new Set(rules.map((rule) => rule.months))];
  if (months.length === 0) return;
  const until = addDays(today, ENDING_DAYS);
  // Houses of which some rule ends in the window, a day wider on both sides for months of other lengths.
  const near = await rows<Delivered>(
    ctx.db,
    sql`select k.id, k.sale_id "saleId", s.project_id "projectId", h.name house, k.delivered_on::text "deliveredOn"
      from handovers k join sales s on s.id = k.sale_id join houses h on h.id = k.house_id
      where ${sql.join(
        months.map(
          (one) =>
            sql`k.delivered_on between ${addDays(addMonths(today, -one), -4)}::date and ${addDays(addMonths(until, -one), 4)}::date`,
        ),
        sql` or `,
      )} order by k.id`,
  );
  for (const one of near)
    for (const clock of clocksOf(rules, one.deliveredOn)) {
      if (clock.until < today || clock.until > until) continue;
      const [fresh] = await ctx.db
        .insert(warrantyNotices)
        .values({ handoverId: one.id, cover: clock.cover, until: clock.until, at: ctx.now })
        .onConflictDoNothing()
        .returning({ handoverId: warrantyNotices.handoverId });
      if (!fresh) continue;
      const cover = COVERS[clock.cover];
      const parties = await findParties(ctx, one.saleId);
      if (parties)
        await mailBuyer(
          ctx,
          'garantia_por_vencer',
          { ...parties, saleId: one.saleId },
          { cobertura: cover.toLowerCase(), fecha: dayText(clock.until) },
        );
      await notify(ctx, {
        kind: 'garantia_por_vencer',
        to: await whoMay(ctx.db, 'ventas.entregar', one.projectId),
        text: `La garantía de ${cover.toLowerCase()} de ${one.house} termina el ${dayText(clock.until)}.`,
        url: `/oficina/garantias?vivienda=${one.id}`,
        event: `entrega:${one.id}:garantia:${clock.cover}:${clock.until}`,
      });
    }
}
