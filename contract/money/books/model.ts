import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';

const cents = z.number().int();
const Named = z.object({ id: z.number().int(), name: z.string() });

/** At the end of a day; without it, today. */
export const AtFilter = z.object({
  libro_id: Id.optional(),
  proyecto_id: Id.optional(),
  hasta: IsoDate.optional(),
});
export type AtFilter = z.infer<typeof AtFilter>;

/** From a day on: without it, the first of January of the last day's year. */
export const SpanFilter = AtFilter.extend({ desde: IsoDate.optional() });
export type SpanFilter = z.infer<typeof SpanFilter>;

/** An account of the trial balance: debits less credits before the first day and at the end of the last. */
export const TrialRow = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  opening: cents,
  debit: cents,
  credit: cents,
  closing: cents,
});
export type TrialRow = z.infer<typeof TrialRow>;

/** A row of a statement: an account, or the sum of some. */
const StatementRow = z.object({
  id: z.string(),
  kind: z.enum(['cuenta', 'total']),
  /** Of the chart; null: of a sum. */
  account: z.number().int().nullable(),
  code: z.string(),
  name: z.string(),
});

/** On the account's own side; `before`: at the end of the year before. */
export const BalanceRow = StatementRow.extend({
  /** tipo_cuenta_contables */
  class: z.number().int(),
  centavos: cents,
  before: cents,
});
export type BalanceRow = z.infer<typeof BalanceRow>;

/** Twelve months of the year up to the day, their sum, and the same days of the year before. */
export const MonthsRow = StatementRow.extend({ months: z.array(cents), total: cents, before: cents });
export type MonthsRow = z.infer<typeof MonthsRow>;

const ages = { d30: cents, d60: cents, d90: cents, mas: cents, total: cents };

/** What customers of a project owe, by the days since it was due. */
export const ReceivableRow = z.object({
  id: z.number().int(),
  project: z.string(),
  sales: z.number().int(),
  ...ages,
});
export type ReceivableRow = z.infer<typeof ReceivableRow>;

/** What the books owe to a supplier or contractor, by the days since it was entered. */
export const PayableRow = z.object({
  id: z.string(),
  account: Named,
  /** Null: lines that name nobody. */
  partner: Named.nullable(),
  ...ages,
});
export type PayableRow = z.infer<typeof PayableRow>;

/** A bank account: what the books say of it beside what its statements say. */
export const BankRow = z.object({
  id: z.number().int(),
  /** Entries of an account of the chart that name no bank account; null: the row is a bank account. */
  unassigned: z.number().int().nullable(),
  account: z.string(),
  bank: z.string(),
  book: cents,
  /** Null: no statement was imported until that day. */
  statement: cents.nullable(),
  /** The last day that a statement covers until then. */
  covered_until: z.string().nullable(),
  /** Lines of the statement that have no payment and were not set aside. */
  open_lines: z.number().int(),
  open: cents,
  /** Book less bank; null without a statement. */
  difference: cents.nullable(),
});
export type BankRow = z.infer<typeof BankRow>;

export const HouseFilter = pageBy('id').extend(AtFilter.shape);
export type HouseFilter = z.infer<typeof HouseFilter>;

/** What a house brought and cost. */
export const HouseRow = z.object({
  id: z.number().int(),
  lot: z.string(),
  project: Named,
  income: cents,
  land: cents,
  construction: cents,
  infrastructure: cents,
  permits: cents,
  commissions: cents,
  other: cents,
  margin: cents,
  /** Percent of the income, 0-100; null without income. */
  margin_percent: z.number().nullable(),
  /** What it cost so far and is not a cost of a sale yet: land, work and materials in its name. */
  in_progress: cents,
});
export type HouseRow = z.infer<typeof HouseRow>;

/** A tax of a month: what came up, and what is left when payments settle the oldest first. */
export const TaxRow = z.object({
  id: z.string(),
  tax: z.string(),
  account: z.number().int(),
  /** 202611 */
  period: z.number().int(),
  due_on: z.string().nullable(),
  generated: cents,
  lowered: cents,
  owed: cents,
});
export type TaxRow = z.infer<typeof TaxRow>;
