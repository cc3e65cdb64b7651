import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';
import { pageBy } from '#contract/paging.ts';
import { CASH_KIND_NAMES, LINE_NAMES, SIDES, SPANS, type CashSide, type CashSpan } from './rules.ts';

const int = () => z.number().int();
const Named = z.object({ id: int(), name: z.string() });
const Line = z.enum(LINE_NAMES);
const Kind = z.enum(CASH_KIND_NAMES);

/** Of a company of the group and of a project; without them, of all in the caller's scope. */
export const OfFilter = z.object({ libro_id: Id.optional(), proyecto_id: Id.optional() });
export type OfFilter = z.infer<typeof OfFilter>;
export const CashFilter = OfFilter.extend({
  por: z.enum(Object.keys(SPANS) as [CashSpan, ...CashSpan[]]).default('mes'),
  linea: Line.default('esperada'),
});
export type CashFilter = z.infer<typeof CashFilter>;

/** A week or month of the forecast, in centavos. */
export const CashRow = z.object({
  /** Its first day. */
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** Of the asked line, by kind, without a sign; what is zero is left out. */
  kinds: z.partialRecord(Kind, int()),
  entra: int(),
  sale: int(),
  neto: int(),
  /** In the bank at its end. */
  pesimista: int(),
  esperada: int(),
  optimista: int(),
});
export type CashRow = z.infer<typeof CashRow>;

export const CashOutlook = z.object({
  /** The balances are of this day. */
  today: z.string(),
  /** Null: not yet. */
  computed_at: z.string().nullable(),
  /** A computation waits or runs. */
  computing: z.boolean(),
  /** In the bank accounts by the books. */
  opening: int(),
  /** The lowest end of a week, of each line. */
  lowest: z.array(z.object({ line: Line, from: z.string(), to: z.string(), centavos: int() })),
  /** What customers owe for so long that it is expected no more. */
  doubtful: int(),
});
export type CashOutlook = z.infer<typeof CashOutlook>;

/** Days after which money moves, from the records of the past. */
export const PaceRow = z.object({
  id: z.string(),
  title: z.string(),
  of: z.string(),
  since: z.string(),
  /** Records that it rests on; 0: the usual days, because the past says too little. */
  sample: int(),
  /** Days after which two, five and eight of ten have moved; null: they never did. */
  p20: int().nullable(),
  p50: int().nullable(),
  p80: int().nullable(),
});
export type PaceRow = z.infer<typeof PaceRow>;

export const MovesFilter = pageBy('dia', 'monto').extend({
  ...OfFilter.shape,
  linea: Line.default('esperada'),
  clase: Kind.optional(),
  lado: z.enum(Object.keys(SIDES) as [CashSide, ...CashSide[]]).optional(),
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
});
export type MovesFilter = z.infer<typeof MovesFilter>;

/** A movement that the forecast expects, and the record that says it. */
export const MoveRow = z.object({
  id: z.string(),
  kind: Kind,
  record: z.string(),
  record_id: int(),
  label: z.string(),
  project: Named.nullable(),
  /** The day from which its pace counts, and the expected one. */
  base_on: z.string(),
  day: z.string(),
  centavos: int(),
});
export type MoveRow = z.infer<typeof MoveRow>;

export const ErrorFilter = OfFilter.extend({
  /** Frozen so many months before the end of the month that it is compared with. */
  meses: z.coerce.number().int().min(1).max(6).default(1),
});
export type ErrorFilter = z.infer<typeof ErrorFilter>;

/** What was forecast for a month beside what the books say; out is negative. */
export const ErrorRow = z.object({
  id: z.string(),
  /** 2026-10 */
  month: z.string(),
  title: z.string(),
  total: z.boolean(),
  forecast: int(),
  actual: int(),
  difference: int(),
  /** Of what happened, 0 or more; null: nothing happened. */
  percent: z.number().nullable(),
});
export type ErrorRow = z.infer<typeof ErrorRow>;

/** What no record says: payroll, loans, land, taxes. */
export const Expectation = z.object({
  id: int(),
  version: int(),
  company: Named,
  project: Named.nullable(),
  type: Named,
  side: z.enum(Object.keys(SIDES) as [CashSide, ...CashSide[]]),
  concept: z.string(),
  centavos: int(),
  first_on: z.string(),
  monthly: z.boolean(),
  until: z.string().nullable(),
  /** The next day from today on; null: none. */
  next_on: z.string().nullable(),
  archived: z.boolean(),
  made_by: z.string(),
});
export type Expectation = z.infer<typeof Expectation>;

export const ExpectationFilter = pageBy('dia', 'monto').extend({
  ...OfFilter.shape,
  tipo_id: Id.optional(),
  archivadas: z.stringbool().default(false),
  q: z.string().trim().max(80).optional(),
});
export type ExpectationFilter = z.infer<typeof ExpectationFilter>;

export const ExpectationForm = z.object({
  company_id: int().positive({ error: 'Elige la empresa.' }),
  project_id: int().positive().nullable().default(null),
  type_id: int().positive({ error: 'Elige de qué es.' }),
  concept: z
    .string()
    .trim()
    .min(3, { error: 'Escribe de qué se trata.' })
    .max(120, { error: 'Escribe como máximo 120 caracteres.' }),
  centavos: Cents.min(1, { error: 'El monto debe ser mayor que cero.' }),
  first_on: IsoDate,
  monthly: z.boolean().default(false),
  /** Last day of a monthly one; null: it goes on. */
  until: IsoDate.nullable().default(null),
  archived: z.boolean().default(false),
});
export type ExpectationForm = z.output<typeof ExpectationForm>;
