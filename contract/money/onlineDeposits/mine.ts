import { z } from 'zod';
import { WAY_NAMES } from './rules.ts';

/** How a buyer may pay a due online, and how the payment goes that was begun. */
export const OnlinePay = z.object({
  paymentId: z.number().int(),
  /** The ways that are configured. */
  ways: z.array(z.enum(WAY_NAMES)),
  live: z
    .object({
      way: z.enum(WAY_NAMES),
      /** The provider's page for the card. */
      payUrl: z.string().nullable(),
    })
    .nullable(),
  /** The last try came to nothing. */
  failed: z.boolean(),
});
export type OnlinePay = z.infer<typeof OnlinePay>;
