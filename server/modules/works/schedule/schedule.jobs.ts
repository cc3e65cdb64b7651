import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { job } from '#server/kernel/jobs.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { lockSchedules } from './loaded.service.ts';
import { recalculate } from './recalculate.service.ts';
import { schedules } from './schedule.table.ts';

/** Calculates one schedule anew. Safe to run twice. */
export const scheduleForecast = job({
  name: 'schedule.forecast',
  payload: z.object({ id: z.number().int() }),
  once: true,
  inSafeMode: true,
  async run(ctx, { id }) {
    for (const schedule of await lockSchedules(ctx.db, [id])) await recalculate(ctx, schedule);
  },
});

/** Each night: schedules of contracts under way are calculated for the new day. */
export const scheduleNight = job({
  name: 'schedule.night',
  payload: z.object({}),
  cron: '25 0 * * *',
  inSafeMode: true,
  async run(ctx) {
    const found = await ctx.db
      .select({ id: schedules.id })
      .from(schedules)
      .innerJoin(contracts, eq(contracts.id, schedules.contractId))
      .where(
        and(lt(schedules.forecastOn, panamaDay(ctx.now)), lt(contracts.stateId, CONTRACT_STATE.accepted)),
      );
    await calculateLater(
      ctx,
      found.map(({ id }) => id),
    );
  },
});

/** Has schedules calculated after the commit, once each however often they change. */
export async function calculateLater(
  ctx: Pick<Acting, 'db' | 'jobs'>,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) await ctx.jobs.send(ctx.db, scheduleForecast, { id }, { key: `schedule-${id}` });
}
