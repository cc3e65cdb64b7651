import { z } from 'zod';
import { PayTo } from '#contract/projects/bankAccounts/model.ts';

const Cents = z.number().int().nonnegative();

/** The buyer's own account: dues in the order of their days, receipts, balance. */
export const MyMoney = z.object({
  priceCents: Cents,
  paidCents: z.number().int(),
  balanceCents: z.number().int(),
  /** Money above what was due; it pays the next. */
  creditCents: Cents,
  /** What the bank is to pay of the price; null where no mortgage or plan says so. */
  bankCents: Cents.nullable(),
  /** Beside the separation. */
  due: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      cents: Cents,
      /** YYYY-MM-DD */
      day: z.string().nullable(),
      late: z.boolean(),
      state: z.enum(['pendiente', 'reportado']),
      reportedCents: Cents.nullable(),
      /** The report may still be corrected by its customer. */
      correctable: z.boolean(),
      /** Why the one before it was rejected. */
      reason: z.string().nullable(),
    }),
  ),
  receipts: z.array(
    z.object({
      title: z.string(),
      cents: Cents,
      day: z.string(),
      number: z.string(),
      url: z.string(),
      reversed: z.boolean(),
      /** Its money went back when the purchase ended. */
      refunded: z.boolean(),
    }),
  ),
  /** The whole statement as PDF; null while nothing was paid nor asked for. */
  statementUrl: z.string().nullable(),
  /** Where to pay, while something beside the separation is due. */
  payTo: PayTo.nullable(),
});
export type MyMoney = z.infer<typeof MyMoney>;
