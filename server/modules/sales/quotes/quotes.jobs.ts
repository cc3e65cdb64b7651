import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { QUOTE } from '#contract/sales/quotes/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { job } from '#server/kernel/jobs.ts';
import { lateQuotes } from './quotes.queries.ts';
import { quotes } from './quotes.table.ts';

const BATCH = 1000;

/** Each night: expires proformas after their last day. Accepted ones stay valid. Safe to repeat. */
export const expireQuotes = job({
  name: 'quotes.expire',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    let expired = 0;
    for (let after = 0; ;) {
      const late = await lateQuotes(ctx, today, after, BATCH);
      const last = late.at(-1);
      if (!last) break;
      await ctx.db
        .update(quotes)
        .set({ stateId: QUOTE.expired, version: sql`${quotes.version} + 1` })
        .where(
          inArray(
            quotes.id,
            late.map(({ id }) => id),
          ),
        );
      await announce(
        ctx,
        ...late.map(({ id, stateId }) => ({
          record: 'proforma' as const,
          id,
          from: stateId,
          to: QUOTE.expired,
        })),
      );
      expired += late.length;
      after = last.id;
    }
    ctx.log.info({ expired }, 'proformas expired');
  },
});
