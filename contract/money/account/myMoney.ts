import { z } from 'zod';
import { OnlinePay } from '#contract/money/onlineDeposits/mine.ts';
import { ISSUED_KIND_NAMES } from '#contract/money/issuedInvoices/rules.ts';
import { PayTo } from '#contract/projects/bankAccounts/model.ts';

const Cents = z.number().int().nonnegative();

/** The buyer's own account: open dues by day, receipts, balance. */
export const MyMoney = z.object({
  priceCents: Cents,
  paidCents: z.number().int(),
  balanceCents: z.number().int(),
  /** Surplus: it pays the next due. */
  creditCents: Cents,
  /** The bank's part of the price; null when neither mortgage nor plan defines it. */
  bankCents: Cents.nullable(),
  /** Dues other than the separation. */
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
      /** The customer may still correct the report. */
      correctable: z.boolean(),
      /** Why the previous report was rejected. */
      reason: z.string().nullable(),
      /** Null: not online, or not now. */
      online: OnlinePay.nullable(),
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
      /** Refunded when the purchase ended. */
      refunded: z.boolean(),
    }),
  ),
  /** Authorized electronic invoices and credit notes, each with its CAFE. */
  invoices: z.array(
    z.object({
      kind: z.enum(ISSUED_KIND_NAMES),
      number: z.string(),
      day: z.string(),
      cents: Cents,
      url: z.string(),
    }),
  ),
  /** The whole statement as PDF; null before anything is due or paid. */
  statementUrl: z.string().nullable(),
  /** Where to pay; null when nothing is due besides the separation. */
  payTo: PayTo.nullable(),
});
export type MyMoney = z.infer<typeof MyMoney>;
