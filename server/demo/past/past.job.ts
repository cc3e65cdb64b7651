import { z } from 'zod';
import { job, type JobSpec } from '#server/kernel/jobs.ts';
import type { Database } from '#server/kernel/db.ts';

const id = z.number().int().positive();

/** The people and projects of the past, and what was reserved for it. */
export const PastFrame = z.object({
  /** The instant at which the past ends. */
  at: z.iso.datetime(),
  lastLot: z.number().int(),
  projects: z.array(
    z.object({
      id,
      name: z.string(),
      region: z.union([z.literal(1), z.literal(2)]),
      separationCents: z.number(),
      models: z.array(
        z.object({
          id,
          cents: z.number(),
          name: z.string(),
          bedrooms: z.number(),
          bathrooms: z.number(),
          areaM2: z.number(),
        }),
      ),
    }),
  ),
  processors: z.array(id),
  advisers: z.array(id),
  accountant: id,
  coordinator: id,
  manager: id,
});
export type PastFrame = z.infer<typeof PastFrame>;

export const WritePast = { name: 'demo.writePast', payload: PastFrame };

export const DeliverPast = {
  name: 'demo.deliverPast',
  payload: PastFrame.pick({ at: true, accountant: true, manager: true }),
};

/** Opens the books and notes the deliveries of the past, once it is written. Safe to repeat like it. */
export const deliverPastJob = job({
  ...DeliverPast,
  async run(ctx, frame) {
    const { deliverPast } = await import('./delivered.ts');
    await deliverPast(ctx, frame);
  },
});

/**
 * Writes the demo company's past after the first start, which should not wait for it. Loads the demo's code only when it
 * runs. Safe to repeat: it is one transaction, and does nothing if the past is there or the demo was erased.
 */
export const pastJob = (database: Database): JobSpec =>
  job({
    ...WritePast,
    ownTransactions: true,
    async run(ctx, frame) {
      const { writePast } = await import('./write.ts');
      await writePast(ctx, database, frame);
    },
  });
