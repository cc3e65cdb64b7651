import { sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import type { Follower, Keeper } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { takeRealDays } from './recalculate.service.ts';
import { calculateLater } from './schedule.jobs.ts';

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
        await schedulesOfProjects(ctx, sql`select p.project_id from permits p where p.id = ${id}`),
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
