import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';

export const WriteMaterials = {
  name: 'demo.writeMaterials',
  payload: z.object({
    /** The instant at which the demo was filled. */
    at: z.iso.datetime(),
    /** The demo's users, by sign-in name. */
    staff: z.record(z.string(), z.number().int().positive()),
  }),
};

/**
 * Writes the demo's materials after the first start. Loads the demo's code only when it runs. Safe to repeat: it is one
 * transaction, and does nothing if they are there or the demo was erased.
 */
export const materialsJob = job({
  ...WriteMaterials,
  async run(ctx, { at, staff }) {
    const { writeMaterials } = await import('./materials.ts');
    await writeMaterials(ctx, new Map(Object.entries(staff)), new Date(at));
  },
});
