import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { row, rows } from '#server/kernel/db.ts';
import { refreshStages } from './stages.service.ts';
import { computeMedians } from './stageTimes.service.ts';

/** Sales in one run: their locks are held together. */
const AT_ONCE = 200;
const SweepBoard = { name: 'sales.sweepBoard', payload: z.object({}) };
/** Their rows are locked for as long as one run takes. */
const TURNS_AT_ONCE = 2000;
const FillTurns = { name: 'sales.fillTurns', payload: z.object({}) };
const FillBoard = { name: 'sales.fillBoard', payload: z.object({}) };

/** After midnight: stages whose last day has passed are overdue. Goes on while there are more. */
export const sweepBoard = job({
  ...SweepBoard,
  cron: '20 0 * * *',
  async run(ctx) {
    const late = await rows<{ id: number }>(
      ctx.db,
      sql`select distinct sale_id id from (select sale_id from sale_cards
        where state_id in (2, 3, 4) and due_on < ${panamaDay(ctx.now)} order by due_on, sale_id limit ${AT_ONCE}) late
        order by id`,
    );
    for (const { id } of late) await refreshStages(ctx, id);
    if (late.length > 0) await ctx.jobs.send(ctx.db, SweepBoard, {});
    ctx.log.info({ late: late.length }, 'stages overdue');
  },
});

/** Each hour: sales that came in before there was a board get their place on it. Goes on while there are more. */
export const fillBoard = job({
  inSafeMode: true,
  ...FillBoard,
  cron: '5 * * * *',
  async run(ctx) {
    const unset = await rows<{ id: number }>(
      ctx.db,
      sql`select id from sales where board_stage is null and state_id between 2 and 14 order by id limit ${AT_ONCE}`,
    );
    for (const { id } of unset) await refreshStages(ctx, id);
    if (unset.length === AT_ONCE) await ctx.jobs.send(ctx.db, FillBoard, {});
  },
});

/** Each minute: sales from before turns were kept get theirs, and what was written with triggers off. Goes on while there are more. */
export const fillTurns = job({
  inSafeMode: true,
  ...FillTurns,
  cron: '* * * * *',
  async run(ctx) {
    const filled = await row<{ count: number }>(ctx.db, sql`select fill_turns(${TURNS_AT_ONCE}::int) count`);
    if (filled?.count === TURNS_AT_ONCE) await ctx.jobs.send(ctx.db, FillTurns, {});
  },
});

/** Each night: how long each stage took in the past of each project. */
export const measureStages = job({
  name: 'sales.measureStages',
  payload: z.object({}),
  cron: '40 0 * * *',
  run: async (ctx) => void (await computeMedians(ctx)),
});
