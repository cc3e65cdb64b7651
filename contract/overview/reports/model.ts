import { z } from 'zod';

/** Amounts are null for users who may not see them. */
const money = z.number().int().nullable();
const count = z.number().int();

/** The management board of the company or one project. Cached, not computed per request. */
export const ManagementBoard = z.object({
  /** ISO 8601 UTC */
  computed_at: z.string(),
  project: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Number of sales in each state now, in order of the states. */
  pipeline: z.array(
    z.object({ state_id: z.number().int(), state: z.string(), sales: count, value_centavos: money }),
  ),
  /** The last twelve months, oldest first: sales that reached each milestone in the month, and confirmed payments. */
  months: z.array(
    z.object({
      /** YYYY-MM */
      month: z.string(),
      received: count,
      complete: count,
      letters: count,
      promised: count,
      delivered: count,
      lost: count,
      collected_centavos: money,
    }),
  ),
  /** Open sales by stage: count, overdue count, and usual duration. */
  stages: z.array(
    z.object({
      stage: z.number().int(),
      name: z.string(),
      open: count,
      overdue: count,
      median_days: z.number().nullable(),
    }),
  ),
  banks: z.array(
    z.object({
      bank_id: z.number().int(),
      bank: z.string(),
      waiting: count,
      approved: count,
      rejected: count,
      /** Median working days to the first answer. */
      median_days: z.number().nullable(),
      waiting_centavos: money,
    }),
  ),
  /** Of the last 90 days; empty for users who may not see sales. */
  advisers: z.array(
    z.object({ id: z.number().int(), name: z.string(), received: count, promised: count, lost: count }),
  ),
  /** Expected money, this month first: installments due, and letters of promise by expiry day. */
  expected: z.array(z.object({ month: z.string(), installments_centavos: money, letters_centavos: money })),
  overdue_centavos: money,
});
export type ManagementBoard = z.infer<typeof ManagementBoard>;

export const BoardQuery = z.object({ proyecto_id: z.coerce.number().int().min(1).optional() });
