import { z } from 'zod';

/** A family's house on "Mi compra": only what was inspected and approved, without names and amounts. */
export const MyHouse = z.object({
  /** 0-100. */
  percent: z.number().int(),
  phases: z.array(z.object({ id: z.string(), name: z.string(), percent: z.number().int() })),
  /** When the works end, in words. */
  end: z.string(),
  /** Finished houses that it rests on; null: none, or the works have ended. */
  basis: z.number().int().nullable(),
  /** Day of the last approved work, YYYY-MM-DD. */
  lastOn: z.string().nullable(),
  /** The photographs are not of this week. */
  photosOld: z.boolean(),
  photos: z.array(z.object({ src: z.string(), alt: z.string() })),
});
export type MyHouse = z.infer<typeof MyHouse>;
