import { asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StageTime } from '#contract/sales/board/board.ts';
import { STAGE_DAYS, STAGES, CELL } from '#contract/sales/board/cards.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { stageMedians, stageTimes } from './board.table.ts';

/** From this number of past sales on, a project uses its own median. */
export const ENOUGH = 10;

/** Normal duration of each stage in days: default, the company's value, and each project's median. */
export async function findStageTimes(db: Db): Promise<z.infer<typeof StageTime>[]> {
  const times = await db.select().from(stageTimes);
  const medians = await db
    .select({ median: stageMedians, project: projects.name })
    .from(stageMedians)
    .innerJoin(projects, eq(projects.id, stageMedians.projectId))
    .orderBy(asc(projects.name), asc(projects.id));
  return STAGES.map((name, at) => ({
    stage: at + 1,
    name,
    base: STAGE_DAYS[at]!,
    days: times.find(({ stage }) => stage === at + 1)?.days ?? STAGE_DAYS[at]!,
    medians: medians
      .filter(({ median }) => median.stage === at + 1)
      .map(({ median, project }) => ({
        project: { id: median.projectId, name: project },
        days: median.days,
        sample: median.sample,
      })),
  }));
}

/** Sets the company's normal duration of a stage, for stages that begin from now on. */
export async function setStageTime(ctx: Context, stage: number, days: number): Promise<void> {
  const set = { days, updatedBy: ctx.staff?.userId ?? null, updatedAt: ctx.now };
  await ctx.db
    .insert(stageTimes)
    .values({ stage, ...set })
    .onConflictDoUpdate({ target: stageTimes.stage, set });
  await audit(ctx, 'cambiar', 'tiempo_etapa', stage, { days });
}

/** Computes the median of each project's last year, by stage. Projects with too few sales get none. */
export const computeMedians = (ctx: Pick<Context, 'now'> & { db: Db }) =>
  ctx.db.execute(sql`
    with past as (
      select s.project_id, c.stage, extract(epoch from c.done_at - c.started_at) / 86400 days
      from sale_cards c join sales s on s.id = c.sale_id
      where c.done_at > ${ctx.now}::timestamptz - interval '1 year' and c.started_at is not null and c.state_id = ${CELL.done}
    ), found as (
      select project_id, stage, count(*)::int sample,
        greatest(1, round(percentile_cont(0.5) within group (order by days)))::int days
      from past group by project_id, stage having count(*) >= ${ENOUGH}
    ), gone as (
      delete from stage_medians m where not exists (
        select from found f where f.project_id = m.project_id and f.stage = m.stage)
    )
    insert into stage_medians (project_id, stage, days, sample, computed_at)
    select project_id, stage, least(days, 30000), sample, ${ctx.now}::timestamptz from found
    on conflict (project_id, stage) do update
      set days = excluded.days, sample = excluded.sample, computed_at = excluded.computed_at`);
