import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';
import { pageBy } from '#contract/paging.ts';
import { StateHistory, TransitionOffer } from '#contract/transitions.ts';
import { ADJUSTMENT_NAMES, EXPLANATION_NAMES } from './rules.ts';

const int = () => z.number().int();
const Named = z.object({ id: int(), name: z.string() });
const Step = z.object({ by: z.string(), at: z.string() });

/** 202611 */
const PeriodNumber = z.coerce
  .number({ error: 'Elige el mes.' })
  .int()
  .min(200_001, { error: 'Elige el mes.' })
  .max(209_912, { error: 'Elige el mes.' })
  .refine((value) => value % 100 >= 1 && value % 100 <= 12, { error: 'Elige el mes.' });

export const ReconciliationRow = z.object({
  id: int(),
  version: int(),
  account: Named.extend({ number: z.string(), bank: z.string() }),
  period: int(),
  state: Named,
  /** The point from which the account is reconciled in Llave. */
  imported: z.boolean(),
  opening_centavos: int(),
  /** What the bank says at the end of the month; null: no statement reaches it. */
  closing_centavos: int().nullable(),
  book_centavos: int(),
  /** Open on either side: what explains the difference between bank and books. Null while it is worked on. */
  bank_open_centavos: int().nullable(),
  book_open_centavos: int().nullable(),
  finished: Step.nullable(),
  reviewed: Step.nullable(),
});
export type ReconciliationRow = z.infer<typeof ReconciliationRow>;

/** matched: on both sides · proposed: probably on both · adjusted: entered from here · open: on one side only. */
export const LINE_STATUSES = {
  matched: 'Conciliada',
  adjusted: 'Ajustada',
  proposed: 'Propuesta',
  open: 'Abierta',
} as const;
export type LineStatus = keyof typeof LINE_STATUSES;
const Status = z.enum(Object.keys(LINE_STATUSES) as [LineStatus, ...LineStatus[]]);

/** Key of a line in its side: l12 of a statement, j12 of the journal, a12 of the point of departure. */
const LineKey = z.string().regex(/^[lja]\d{1,15}$/, { error: 'Elige la línea de nuevo.' });

const Line = z.object({
  key: z.string(),
  day: z.string(),
  reference: z.string(),
  description: z.string(),
  centavos: int(),
  status: Status,
  /** The lines of one match share it. */
  group: z.string().nullable(),
  /** It is of an earlier month. */
  carried: z.boolean(),
  /** In the books as a deposit that waits for its sale: it may still be matched with another entry. */
  waits: z.boolean(),
  explanation: z.object({ kind: z.enum(EXPLANATION_NAMES), text: z.string(), by: z.string() }).nullable(),
});

export const ReconciledBankLine = Line.extend({
  /** It came with a statement after its month was finished. */
  late: z.boolean(),
  /** The entry that was asked for from here, while it is not in the books. */
  adjustment: z
    .object({ kind: z.enum(ADJUSTMENT_NAMES), voucher_id: int().nullable(), state: z.string() })
    .nullable(),
  /** What one tap enters. */
  offers: z.array(z.object({ kind: z.enum(ADJUSTMENT_NAMES), label: z.string(), of: int().nullable() })),
});
export type ReconciledBankLine = z.infer<typeof ReconciledBankLine>;

export const ReconciledBookLine = Line.extend({
  /** The day on which it happened, where the entry is on a later one. */
  occurred_on: z.string(),
  entry: z.object({ id: int(), number: z.string() }).nullable(),
  /** What it is until the bank shows it. */
  transit: z.string(),
  /** Open so long that it needs an explanation. */
  stale: z.boolean(),
  /** Its entry names no bank account: it belongs to this one from the match on. */
  unassigned: z.boolean(),
});
export type ReconciledBookLine = z.infer<typeof ReconciledBookLine>;

export const Match = z.object({
  group: z.string(),
  /** Null: the records themselves say it, and nobody can take it apart. */
  id: int().nullable(),
  why: z.string(),
  by: z.string().nullable(),
});
export type Match = z.infer<typeof Match>;

const ProposedMatch = z.object({
  bank: z.array(z.string()),
  book: z.array(z.string()),
  why: z.string(),
  exact: z.boolean(),
});

export const Reconciliation = ReconciliationRow.extend({
  from_on: z.string(),
  to_on: z.string(),
  /** The opening of the books, and what was entered into earlier months after they were finished. */
  book_opening_centavos: int(),
  late_centavos: int(),
  /** What the statement's own lines lead to. */
  lines_centavos: int(),
  /** The balance that the statement itself tells at its end; null: it tells none. */
  statement_centavos: int().nullable(),
  unexplained_centavos: int(),
  bank: z.array(ReconciledBankLine),
  book: z.array(ReconciledBookLine),
  matches: z.array(Match),
  proposals: z.array(ProposedMatch),
  /** What is missing before it can be finished, as sentences. */
  checks: z.array(z.string()),
  asked: Step.extend({ reason: z.string() }).nullable(),
  /** How often it was finished. */
  revision: int(),
  may: z.object({ work: z.boolean() }),
  transitions: z.array(TransitionOffer),
  history: StateHistory,
  previous: Named.nullable(),
  next: Named.nullable(),
  paper: z.string(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** An account with where its reconciliations are. */
export const ReconcilableAccount = z.object({
  id: int(),
  name: z.string(),
  number: z.string(),
  /** The month that its last reconciliation is of; null: none yet. */
  last_period: int().nullable(),
});
export type ReconcilableAccount = z.infer<typeof ReconcilableAccount>;

export const StartForm = z.object({
  account_id: int().positive({ error: 'Elige la cuenta.' }),
  period: PeriodNumber,
});

const OpeningItem = z.object({
  side: z.enum(['banco', 'libros'], { error: 'Elige de qué lado está.' }),
  day: IsoDate,
  reference: z.string().trim().max(60).default(''),
  description: z.string().trim().min(2, { error: 'Escribe qué es.' }).max(200),
  centavos: Cents.refine((value) => value !== 0, { error: 'Escribe el monto.' }),
});

/** The last month that was reconciled before Llave: the bank's balance, and what stood on one side only. */
export const OpeningForm = StartForm.extend({
  closing_centavos: Cents,
  items: z.array(OpeningItem).max(500, { error: 'Como máximo 500 partidas.' }).default([]),
});
export type OpeningForm = z.output<typeof OpeningForm>;

export const ClosingForm = z.object({ closing_centavos: Cents, version: int().optional() });

export const MatchForm = z.object({
  bank: z.array(LineKey).max(200).default([]),
  book: z.array(LineKey).max(200).default([]),
});
export type MatchForm = z.output<typeof MatchForm>;

/** Without pairs: all exact proposals. */
export const AcceptForm = z.object({
  pairs: z.array(MatchForm).max(200, { error: 'Acepta como máximo 200 a la vez.' }).optional(),
});

export const AdjustForm = z.object({
  line_id: int().positive(),
  kind: z.enum(ADJUSTMENT_NAMES, { error: 'Elige el ajuste.' }),
  /** Of the other side of a voucher; without it, the usual one. */
  account_id: int().positive().nullable().default(null),
  /** The payment that the bank returned. */
  of: int().positive().nullable().default(null),
});
export type AdjustForm = z.output<typeof AdjustForm>;

export const ExplainForm = z.object({
  key: LineKey,
  /** Null: takes the explanation away. */
  kind: z.enum(EXPLANATION_NAMES, { error: 'Elige el motivo.' }).nullable(),
  text: z.string().trim().max(300).default(''),
});
export type ExplainForm = z.output<typeof ExplainForm>;

/** Sort columns: mes (default, newest first). */
export const ReconciliationFilter = pageBy('mes').extend({
  cuenta_id: Id.optional(),
  estado_id: z.coerce.number().int().min(1).max(6).optional(),
  anio: z.coerce.number().int().min(2000).max(2100).optional(),
  q: z.string().trim().max(80).optional(),
});
export type ReconciliationFilter = z.infer<typeof ReconciliationFilter>;
