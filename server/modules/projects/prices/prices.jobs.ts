import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { increased, leastPrice } from '#contract/projects/prices/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { writePremiums } from '#server/modules/projects/lots/lotRows.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { writeModelPrices } from '#server/modules/projects/projects/projects.service.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { ApplyIncreases } from './increases.service.ts';
import type { Repriced } from '#server/modules/projects/projects/repriced.service.ts';
import { recordPrices } from './priceLog.service.ts';
import { priceIncreaseRows, priceIncreases } from './prices.table.ts';

/** Applies all due increases, the earliest first. Scheduled for each day; repeated or late runs are safe. */
export const applyIncreases = job({
  ...ApplyIncreases,
  async run(ctx) {
    const due = await ctx.db
      .select()
      .from(priceIncreases)
      .where(and(eq(priceIncreases.state, 'confirmed'), lte(priceIncreases.effectiveOn, panamaDay(ctx.now))))
      .orderBy(asc(priceIncreases.effectiveOn), asc(priceIncreases.id))
      .for('no key update');
    for (const one of due) await applyIncrease(ctx, one);
  },
});

/** Each night: applies increases whose job was lost. If the server is down, the job waits in the queue. */
export const sweepIncreases = job({
  name: 'prices.sweepIncreases',
  payload: z.object({}),
  cron: '2 0 * * *',
  run: (ctx) => applyIncreases.run(ctx, {}),
});

async function applyIncrease(ctx: JobContext, increase: typeof priceIncreases.$inferSelect): Promise<void> {
  const pending = await ctx.db
    .select()
    .from(priceIncreaseRows)
    .where(and(eq(priceIncreaseRows.increaseId, increase.id), eq(priceIncreaseRows.state, 'pending')))
    .orderBy(asc(priceIncreaseRows.id));
  const done: { id: number; fromCents: number; toCents: number; state: 'applied' | 'skipped' }[] = [];
  const changed: Repriced[] = [];
  for (const target of ['model', 'lot'] as const) {
    const idOf = (row: (typeof pending)[number]) => (target === 'model' ? row.modelId : row.lotId);
    const rows = pending.filter((row) => idOf(row) !== null);
    const prices = await lockPrices(
      ctx,
      target,
      rows.map((row) => idOf(row)!),
    );
    const written: { id: number; cents: number }[] = [];
    for (const row of rows) {
      const id = idOf(row)!;
      const fromCents = prices.get(id) ?? row.fromCents;
      // Starts from the current price, so manual changes since the preparation are kept.
      const toCents = increased(fromCents, increase);
      if (toCents < leastPrice(target)) {
        ctx.log.warn(
          { increase: increase.id, target, id },
          'a price would have fallen too low: left as it is',
        );
        done.push({ id: row.id, fromCents, toCents: fromCents, state: 'skipped' });
        continue;
      }
      done.push({ id: row.id, fromCents, toCents, state: 'applied' });
      written.push({ id, cents: toCents });
      changed.push({
        projectId: row.projectId,
        ...(target === 'model' ? { modelId: id } : { lotId: id }),
        fromCents,
        toCents,
      });
    }
    if (target === 'lot') await writePremiums(ctx.db, written);
    else
      await writeModelPrices(
        ctx.db,
        written.map((one) => ({ ...one, until: increase.priceUntil ?? undefined })),
      );
  }
  await ctx.db.execute(
    sql`update price_increase_rows r set state = n.state, from_cents = n.from_cents, to_cents = n.to_cents
      from json_to_recordset(${JSON.stringify(done.map(({ fromCents, toCents, ...one }) => ({ ...one, from_cents: fromCents, to_cents: toCents })))}::json)
        n (id bigint, state text, from_cents bigint, to_cents bigint) where r.id = n.id`,
  );
  await ctx.db
    .update(priceIncreases)
    .set({ state: 'applied', appliedAt: ctx.now })
    .where(eq(priceIncreases.id, increase.id));
  await recordPrices(ctx, changed, { reason: increase.reason, increaseId: increase.id });
  await audit(ctx, 'aplicar aumento', 'aumento', increase.id, { prices: changed.length });
}

async function lockPrices(
  ctx: JobContext,
  target: 'model' | 'lot',
  ids: number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const found =
    target === 'model'
      ? await ctx.db
          .select({ id: houseModels.id, cents: houseModels.priceCents })
          .from(houseModels)
          .where(inArray(houseModels.id, ids))
          .orderBy(asc(houseModels.id))
          .for('no key update')
      : await ctx.db
          .select({ id: lots.id, cents: lots.premiumCents })
          .from(lots)
          .where(inArray(lots.id, ids))
          .orderBy(asc(lots.id))
          .for('no key update');
  return new Map(found.map(({ id, cents }) => [id, cents]));
}
