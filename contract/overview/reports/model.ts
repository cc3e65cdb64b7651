import { z } from 'zod';
import { SALE_GROUPS, type SaleGroup } from './rules.ts';

/** Amounts are null for users who may not see them. */
const money = z.number().int().nullable();
const count = z.number().int();

/** Sales received in a time, whatever became of them: promise signed, lost, or neither yet. */
const Cohort = z.object({
  received: count,
  promised: count,
  lost: count,
  /** Percent of the received ones that signed their promise, 0-100; null without any. */
  conversion: z.number().nullable(),
});

/** One adviser, or one source, of the received sales. `id` 0 and null: those without an adviser. */
export const ConversionRow = Cohort.extend({ id: z.number().int().nullable(), name: z.string() });
export type ConversionRow = z.infer<typeof ConversionRow>;

/** Answers of the chat in a month: of everybody, of one colleague, or (`id` null) of the bot and the company's telephone. */
export const AnswerRow = z.object({
  /** YYYY-MM */
  month: z.string(),
  everybody: z.boolean(),
  id: z.number().int().nullable(),
  name: z.string(),
  answers: count,
  /** From the customer's first unanswered message to the answer: of half, and of nine in ten. */
  median_minutes: count,
  ninety_minutes: count,
});
export type AnswerRow = z.infer<typeof AnswerRow>;

/** The management board of the company or one project. Cached, not computed per request. */
export const ManagementBoard = z.object({
  /** ISO 8601 UTC */
  computed_at: z.string(),
  project: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Number of sales in each state now, by group and state. */
  pipeline: z.array(
    z.object({
      group: z.enum(Object.keys(SALE_GROUPS) as [SaleGroup]),
      state_id: z.number().int(),
      state: z.string(),
      sales: count,
      value_centavos: money,
    }),
  ),
  /** Sales in progress, and those of them with a stage past its day. */
  in_progress: count,
  late: count,
  /**
   * Up to twelve months, oldest first, without empty ones at the ends: sales received, sales that reached each
   * milestone in the month, and confirmed payments by the bank's day. `conversion`: of the sales received in it.
   */
  months: z.array(
    z.object({
      /** YYYY-MM */
      month: z.string(),
      received: count,
      conversion: z.number().nullable(),
      complete: count,
      letters: count,
      promised: count,
      delivered: count,
      lost: count,
      collected_centavos: money,
    }),
  ),
  /**
   * By stage: sales in progress whose first open stage it is, cards of it that are late, and its usual duration. Stage
   * 0: no stage is open. The sales of all rows are those in progress.
   */
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
  /** Sales received from this day on (YYYY-MM-DD), by adviser and by source: the rows of each add up to all of them. */
  conversion: z.object({
    from: z.string(),
    all: Cohort,
    /** Empty for users who may not see all sales. */
    advisers: z.array(ConversionRow),
    origins: z.array(ConversionRow),
  }),
  /**
   * Sales on the way to their deed, by the month in which its signature is expected: the normal days of the stages that
   * are left. Month YYYY-MM, this one first; null: later.
   */
  forecast: z.array(z.object({ month: z.string().nullable(), deeds: count, value_centavos: money })),
  /** Expected money, this month first: installments due, and letters of promise by expiry day. */
  expected: z.array(z.object({ month: z.string(), installments_centavos: money, letters_centavos: money })),
  overdue_centavos: money,
  /** The twelve months of `months`, the latest first, and who waits for an answer now. Null for users who may not see all chats. */
  answers: z
    .object({ rows: z.array(AnswerRow), waiting: count, longest_minutes: count.nullable() })
    .nullable(),
});
export type ManagementBoard = z.infer<typeof ManagementBoard>;

export const BoardQuery = z.object({ proyecto_id: z.coerce.number().int().min(1).optional() });
