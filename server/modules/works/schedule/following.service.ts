import { and, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import type { Follower, Keeper } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { lockSchedules } from './loaded.service.ts';
import { recalculate, takeRealDays } from './recalculate.service.ts';
import { schedules } from './schedule.table.ts';

/** Calculates one schedule anew. Safe to run twice. */
export const scheduleForecast = job({
  name: 'schedule.forecast',
  payload: z.object({ id: z.number().int() }),
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
async function calculateLater(ctx: Pick<Acting, 'db' | 'jobs'>, ids: readonly number[]): Promise<void> {
  for (const id of ids) await ctx.jobs.send(ctx.db, scheduleForecast, { id }, { key: `schedule-${id}` });
}

/** Takes the real days of jobs whose progress changed, and has their schedules calculated. */
export const realDaysKeeper: Keeper = {
  record: 'trabajo',
  keep: async (ctx, ids) => {
    const { schedules: found } = await takeRealDays(
      ctx.db,
      sql`j.id = any(${sql.param([...ids])}::bigint[])`,
      panamaDay(ctx.now),
    );
    await calculateLater(ctx, found);
  },
};

/** Schedules of projects that a record belongs to. */
const schedulesOfProjects = async (ctx: Acting, ofProject: ReturnType<typeof sql>) => {
  const found = await rows<{ id: number }>(
    ctx.db,
    sql`select s.id::int id from schedules s join contracts c on c.id = s.contract_id where c.project_id in (${ofProject}) order by 1`,
  );
  return found.map(({ id }) => id);
};

/** What a schedule hears: lost days of the diary, permits, and closed weeks, whose programme is kept. */
export const scheduleFollowers: readonly Follower[] = [
  {
    record: 'bitacora',
    follow: async (ctx, { id }) =>
      calculateLater(
        ctx,
        await schedulesOfProjects(ctx, sql`select d.project_id from diaries d where d.id = ${id}`),
      ),
  },
  {
    record: 'permiso',
    follow: async (ctx, { id }) =>
      calculateLater(
        ctx,
        await schedulesOfProjects(
          ctx,
          sql`select m.project_id from permits p join house_models m on m.id = p.model_id where p.id = ${id}`,
        ),
      ),
  },
  {
    record: 'semana',
    follow: async (ctx, { id }) => {
      await ctx.db.execute(sql`insert into week_jobs (closing_id, job_id, reported_bp, approved_bp)
        select w.id, j.id, j.reported_bp, j.approved_bp from week_closings w join contracts c on c.project_id = w.project_id
          join jobs j on j.contract_id = c.id and j.week = w.week
        where w.id = ${id} and j.state_id <> ${JOB_STATE.voided} on conflict do nothing`);
    },
  },
];
