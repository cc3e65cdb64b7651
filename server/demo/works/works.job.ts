import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';

export const WriteWorks = {
  name: 'demo.writeWorks',
  payload: z.object({
    /** The instant at which the demo was filled. */
    at: z.iso.datetime(),
    /** The demo's users, by sign-in name. */
    staff: z.record(z.string(), z.number().int().positive()),
  }),
};

/**
 * Writes the demo's works after the first start: houses, contracts, what was reported and inspected, and accounts. Loads
 * the demo's code only when it runs. Safe to repeat: it is one transaction, and does nothing if they are there or the demo
 * was erased.
 */
export const worksJob = job({
  ...WriteWorks,
  async run(ctx, { at, staff }) {
    const { writeWorks } = await import('./write.ts');
    await writeWorks(ctx, new Map(Object.entries(staff)), new Date(at));
  },
});
