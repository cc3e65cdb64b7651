import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { WriteWorks } from '../works/works.job.ts';

export const WriteLegal = {
  name: 'demo.writeLegal',
  payload: z.object({
    /** The instant at which the demo was filled. */
    at: z.iso.datetime(),
    /** The demo's users, by sign-in name. */
    staff: z.record(z.string(), z.number().int().positive()),
  }),
};

/**
 * Writes the demo's promises, addenda, a cession, a rescission, letters and complaints after the first start, which should
 * not wait for their documents. Then asks for the works, which change the same sales: at the same time one would end the
 * other by a deadlock. Loads the demo's code only when it runs. Safe to repeat: it is one transaction, and does nothing if
 * they are there or the demo was erased.
 */
export const legalJob = job({
  ...WriteLegal,
  async run(ctx, { at, staff }) {
    const { writeLegal } = await import('./write.ts');
    await writeLegal(ctx, new Map(Object.entries(staff)), new Date(at));
    await ctx.jobs.send(ctx.db, WriteWorks, { at, staff });
  },
});
