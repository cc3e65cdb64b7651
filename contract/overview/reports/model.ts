import { z } from 'zod';

/** Money is null for whoever may not see it. */
const money = z.number().int().nullable();
const count = z.number().int();

/** The board of management: one company, or one project. Computed now and then, not with every look. */
export const ManagementBoard = z.object({
  /** ISO 8601 UTC */
  computed_at: z.string(),
  project: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Sales in each state now, in the order of their way. */
  pipeline: z.array(
    z.object({ state_id: z.number().int(), state: z.string(), sales: count, value_centavos: money }),
  ),
  /** The last twelve months, the oldest first: what arrived at each milestone in that month, and what was confirmed as paid. */
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
  /** Where open sales stand: how many, how many past their day, and what is normal. */
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
      /** Working days to the first answer. */
      median_days: z.number().nullable(),
      waiting_centavos: money,
    }),
  ),
  /** Of the last 90 days; empty for whoever sees no sales. */
  advisers: z.array(
    z.object({ id: z.number().int(), name: z.string(), received: count, promised: count, lost: count }),
  ),
  /** What is expected, this month first: installments due, and letters of promise by the day on which they end. */
  expected: z.array(z.object({ month: z.string(), installments_centavos: money, letters_centavos: money })),
  overdue_centavos: money,
});
export type ManagementBoard = z.infer<typeof ManagementBoard>;

export const BoardQuery = z.object({ proyecto_id: z.coerce.number().int().min(1).optional() });
