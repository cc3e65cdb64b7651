import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { ActionOffer } from '#contract/offers.ts';
import { pageBy } from '#contract/paging.ts';
import { LIKENESS_REASONS, type LikenessReason } from './matching.ts';

/** In what a line and a payment or a sale agree. */
export const LikenessWord = z.enum(Object.keys(LIKENESS_REASONS) as [LikenessReason, ...LikenessReason[]]);

/** A bank's file: text of any declared type. */
export const STATEMENT_FILE = {
  maxCount: 1,
  maxSize: 5 * 1_048_576,
  types: [
    'text/csv',
    'text/plain',
    'application/xml',
    'text/xml',
    'application/octet-stream',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
} as const;
export const LINES_MAX = 20_000;

/** Dues that one line pays: as many as a plan has installments. */
export const DUES_MAX = 60;

const StatementFormat = z.enum(['csv', 'ofx', 'xlsx']);
export type StatementFormat = z.infer<typeof StatementFormat>;

export const DATE_FORMS = { dmy: 'día/mes/año', mdy: 'mes/día/año', ymd: 'año-mes-día' } as const;
export const DECIMAL_FORMS = { auto: 'según el archivo', point: '1,234.50', comma: '1.234,50' } as const;

const column = z.string().trim().max(80);
/** Which CSV heading holds which field; empty: none. Either one signed amount or one column per direction. */
export const CsvColumns = z
  .object({
    fecha: column.min(1, { error: 'Di qué columna es la fecha.' }),
    referencia: column.default(''),
    descripcion: column.default(''),
    monto: column.default(''),
    credito: column.default(''),
    debito: column.default(''),
    saldo: column.default(''),
    fecha_forma: z.enum(['dmy', 'mdy', 'ymd']).default('dmy'),
    decimal: z.enum(['auto', 'point', 'comma']).default('auto'),
  })
  .refine(({ monto, credito, debito }) => monto !== '' || credito !== '' || debito !== '', {
    error: 'Di qué columna es el monto, o cuáles son el crédito y el débito.',
    path: ['monto'],
  });
export type CsvColumns = z.infer<typeof CsvColumns>;

const Cents = z.number().int();

/** A row that cannot be parsed: "Fila 37, columna «Fecha»: …". */
export const LineFault = z.object({ row: z.number().int(), column: z.string(), message: z.string() });
export type LineFault = z.infer<typeof LineFault>;

const Line = z.object({
  row: z.number().int(),
  posted_on: z.string(),
  centavos: Cents,
  reference: z.string(),
  description: z.string(),
  balance_centavos: Cents.nullable(),
});

/** Result of a dry run: nothing is written. */
export const TriedStatement = z.object({
  format: StatementFormat,
  sha256: z.string(),
  file_name: z.string(),
  /** Headings of a CSV or workbook, for the choice of columns. */
  headings: z.array(z.string()),
  /** Columns used: remembered or guessed from the headings; null for OFX and when no guess is possible. */
  columns: z
    .object({
      fecha: z.string(),
      referencia: z.string(),
      descripcion: z.string(),
      monto: z.string(),
      credito: z.string(),
      debito: z.string(),
      saldo: z.string(),
      fecha_forma: z.enum(['dmy', 'mdy', 'ymd']),
      decimal: z.enum(['auto', 'point', 'comma']),
    })
    .nullable(),
  from_on: z.string().nullable(),
  to_on: z.string().nullable(),
  opening_centavos: Cents.nullable(),
  closing_centavos: Cents.nullable(),
  counts: z.object({
    new: z.number().int(),
    known: z.number().int(),
    bad: z.number().int(),
    /** New lines that a rule sets aside. */
    aside: z.number().int(),
  }),
  /** What the new lines bring in and take out; both positive. */
  in_centavos: Cents,
  out_centavos: Cents,
  /** The same file was imported before: nothing would change. */
  imported_before: z.boolean(),
  faults: z.array(LineFault),
  /** The first lines, as parsed. */
  lines: z.array(
    Line.extend({
      /** An earlier statement brought it. */
      known: z.boolean(),
      /** The reason of the rule that sets it aside. */
      aside: z.string().nullable(),
    }),
  ),
});
export type TriedStatement = z.infer<typeof TriedStatement>;

/** Body of the dry run and of the import: for a CSV or workbook, CsvColumns as JSON text. */
export const StatementForm = z.object({
  cuenta_id: Id,
  columnas: z.string().max(4000).optional(),
  /** Hash of the file in the dry run; a different file gives 409. */
  sha256: z.string().max(64).optional(),
});

export const StatementRow = z.object({
  id: z.number().int(),
  account: z.object({ id: z.number().int(), name: z.string(), number: z.string() }),
  format: StatementFormat,
  file_name: z.string(),
  from_on: z.string(),
  to_on: z.string(),
  opening_centavos: Cents.nullable(),
  closing_centavos: Cents.nullable(),
  new_lines: z.number().int(),
  known_lines: z.number().int(),
  /** Incoming money without a matching payment. */
  open_lines: z.number().int(),
  imported_by: z.string(),
  imported_at: z.string(),
  undone: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
});
export type StatementRow = z.infer<typeof StatementRow>;

/** A statement with what its undoing would take back. */
export const Statement = StatementRow.extend({
  /** Receipts that its lines confirmed. */
  receipts: z.number().int(),
  /** Null: not permitted; `disabled` says why not now. */
  undo: ActionOffer.nullable(),
});
export type Statement = z.infer<typeof Statement>;

export const StatementFilter = pageBy('to_on', 'id').extend({
  cuenta_id: Id.optional(),
});
export type StatementFilter = z.infer<typeof StatementFilter>;

export const LINE_STATES = {
  open: 'Por conciliar',
  matched: 'Conciliada',
  returned: 'Devuelta',
  ignored: 'No es de un cliente',
  undone: 'Deshecha',
} as const;
export const LineState = z.enum(['open', 'matched', 'returned', 'ignored', 'undone']);
export type LineState = z.infer<typeof LineState>;

/** A payment that may match a line, best first. Only `exact` ones are confirmed in bulk. */
export const Suggestion = z.object({
  payment_id: z.number().int(),
  payment_version: z.number().int(),
  name: z.string(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  type: z.string(),
  reported_centavos: Cents,
  due_centavos: Cents,
  reported_at: z.string().nullable(),
  score: z.number().int(),
  exact: z.boolean(),
  why: z.array(LikenessWord),
  /** Why the current user may not confirm it; null when allowed. */
  disabled: z.string().nullable(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const LineRow = Line.extend({
  id: z.number().int(),
  version: z.number().int(),
  account: z.object({ id: z.number().int(), name: z.string() }),
  statement_id: z.number().int(),
  state: LineState,
  state_reason: z.string().nullable(),
  /** The line that this one returns, or the line that returned this one. */
  returns_id: z.number().int().nullable(),
  /** The whole deposit, if this line is the part of it that one sale got. */
  whole_centavos: Cents.nullable(),
  payment: z
    .object({
      id: z.number().int(),
      name: z.string(),
      sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
      receipt: z.string().nullable(),
      /** The bank took the money back, and the payment is not reversed yet. */
      to_reverse: z.boolean(),
    })
    .nullable(),
  suggestions: z.array(Suggestion),
});
export type LineRow = z.infer<typeof LineRow>;

export const LineFilter = pageBy('posted_on', 'id').extend({
  extracto_id: Id.optional(),
  cuenta_id: Id.optional(),
  estado: LineState.optional(),
  /** in · out: money in or out */
  sentido: z.enum(['in', 'out']).optional(),
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
  q: z.string().trim().max(80).optional(),
});
export type LineFilter = z.infer<typeof LineFilter>;

/** A line that may match a payment, for its verification. */
export const LineSuggestion = Line.extend({
  id: z.number().int(),
  account: z.object({ id: z.number().int(), name: z.string() }),
  score: z.number().int(),
  exact: z.boolean(),
  why: z.array(LikenessWord),
  /** Why the current user may not confirm the payment with it; null when allowed. */
  disabled: z.string().nullable(),
});
export type LineSuggestion = z.infer<typeof LineSuggestion>;

export const ExactPair = z.object({
  line_id: z.number().int(),
  posted_on: z.string(),
  reference: z.string(),
  description: z.string(),
  centavos: Cents,
  suggestion: Suggestion,
});
export type ExactPair = z.infer<typeof ExactPair>;
