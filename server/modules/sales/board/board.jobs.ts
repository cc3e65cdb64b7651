import { RUNNING_CELLS } from '#contract/sales/board/cards.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { rows, anyOf } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { keepSales } from './stages.service.ts';
import { computeMedians } from './stageTimes.service.ts';

/** Sales per run: one transaction locks all of them. */
const AT_ONCE = 200;
const SweepBoard = { name: 'sales.sweepBoard', payload: z.object({}) };
const KeepSales = { name: 'sales.keep', payload: z.object({ after: z.number().int().default(0) }) };

/** After midnight: updates sales with overdue stages. Sends itself again while there are more. */
export const sweepBoard = job({
  ...SweepBoard,
  cron: '20 0 * * *',
  async run(ctx) {
    const late = await rows<{ id: number }>(
      ctx.db,
      sql`select distinct sale_id id from (select sale_id from sale_cards
        where state_id in ${anyOf(RUNNING_CELLS)} and due_on < ${panamaDay(ctx.now)} order by due_on, sale_id limit ${AT_ONCE}) late
        order by id`,
    );
    await keepSales(
      ctx,
      late.map(({ id }) => id),
    );
    if (late.length > 0) await ctx.jobs.send(ctx.db, SweepBoard, {});
    ctx.log.info({ late: late.length }, 'stages overdue');
  },
});

/**
 * Updates the derived data of every sale in batches, from the first id on. Send it after rows were inserted without
 * their use case, or after a release that changed the rules. Logs its progress, and stops at the end.
 */
export const keepAllSales = job({
  inSafeMode: true,
  ...KeepSales,
  async run(ctx, { after }) {
    const next = await rows<{ id: number }>(
      ctx.db,
      sql`select id from sales where id > ${after} order by id limit ${AT_ONCE}`,
    );
    await keepSales(
      ctx,
      next.map(({ id }) => id),
    );
    const last = next.at(-1)?.id;
    ctx.log.info({ kept: next.length, upTo: last ?? after, ended: next.length < AT_ONCE }, 'sales kept');
    if (last !== undefined && next.length === AT_ONCE)
      await ctx.jobs.send(ctx.db, KeepSales, { after: last });
  },
});

/** Each night: computes how long each stage took in each project. */
export const measureStages = job({
  name: 'sales.measureStages',
  payload: z.object({}),
  cron: '40 0 * * *',
  run: async (ctx) => void (await computeMedians(ctx)),
});
