import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { orderBy } from '#contract/paging.ts';
import { TransitionOffer } from '#contract/transitions.ts';
import { OPEN_CELLS, STAGES } from './cards.ts';
import { Named, SaleFilter, SaleRow } from '#contract/sales/sale/model.ts';

/** Number of a stage: 1 Separación … 12 Entrega. */
export const Stage = z.coerce.number().int().min(1).max(STAGES.length);
const CellState = z.coerce.number().int().min(1).max(8);

/**
 * Filters of the board: those of the queue, plus stage filters. Without `estado_id`: active sales (2-14). Sort columns:
 * due (default, earliest due day) · age (in its current stage) · id.
 */
export const BoardFilter = SaleFilter.extend({
  ...orderBy('due', 'age', 'id').shape,
  etapa: Stage.optional(),
  /** State of that stage's cell, or of any cell without a stage. */
  celda: CellState.optional(),
  /** Only sales in which that stage is open, be it their first open one or not. */
  abierta: z
    .enum(['1', '0'])
    .transform((text) => text === '1')
    .optional(),
  /** Only sales with an overdue stage. */
  vencidas: z
    .enum(['1', '0'])
    .transform((text) => text === '1')
    .optional(),
});
export type BoardFilter = z.infer<typeof BoardFilter>;

/** One cell of a row. Days are YYYY-MM-DD; `days`: duration of this stage so far, or in total when done. */
export const BoardCell = z.object({
  stage: z.number().int(),
  state_id: z.number().int(),
  due_on: z.string().nullable(),
  days: z.number().int().nullable(),
});
export type BoardCell = z.infer<typeof BoardCell>;

/** A sale on the board. */
export const BoardRow = SaleRow.extend({
  cells: z.array(BoardCell),
  /** The first open stage, its age, and its normal duration; null when no stage is open. */
  stage: z.object({ id: z.number().int(), days: z.number().int(), normal: z.number().int() }).nullable(),
  /** The earliest due day of an open stage. */
  due_on: z.string().nullable(),
  /** Planned day of the next contact with the customer. */
  next_contact_on: z.string().nullable(),
});
export type BoardRow = z.infer<typeof BoardRow>;

/** The stage of a row's earliest due day: not always the current stage. */
export const dueStage = ({ cells, due_on }: Pick<BoardRow, 'cells' | 'due_on'>): number | null =>
  cells.find((one) => one.due_on !== null && one.due_on === due_on && OPEN_CELLS.includes(one.state_id))
    ?.stage ?? null;

/** A stage of one sale, with what is missing and the user's actions. */
export const StageCard = z.object({
  stage: z.number().int(),
  name: z.string(),
  state: Named,
  version: z.number().int(),
  /** Its usual owner. */
  usual_owner: z.string(),
  owner: Named.nullable(),
  note: z.string(),
  since: z.string(),
  started_at: z.string().nullable(),
  done_at: z.string().nullable(),
  due_on: z.string().nullable(),
  days: z.number().int().nullable(),
  normal: z.number().int(),
  missing: z.array(z.string()),
  transitions: z.array(TransitionOffer),
  /** Whether the user may edit owner, note and date. */
  editable: z.boolean(),
  history: z.array(
    z.object({
      at: z.string(),
      /** Null: automatic. */
      who: z.string().nullable(),
      from: z.string(),
      to: z.string(),
      text: z.string().nullable(),
    }),
  ),
});
export type StageCard = z.infer<typeof StageCard>;

/** Body of a card's status PATCH; `vence` for an overdue stage that continues. */
export const StageChange = z.object({
  params: z.object({
    estado_id: CellState,
    motivo: z.string().trim().max(1000).optional(),
    vence: IsoDate.optional(),
    version: z.coerce.number().int().optional(),
  }),
});

export const StageEdit = z.object({
  /** Null: whoever works on the stage. */
  responsable_id: z.number().int().min(1).nullable().optional(),
  nota: z.string().trim().max(2000).optional(),
  vence: IsoDate.optional(),
  version: z.number().int().optional(),
});

export const CustomerAction = z.object({
  id: z.number().int(),
  action: Named,
  note: z.string(),
  next_on: z.string().nullable(),
  who: z.string().nullable(),
  at: z.string(),
});

export const NewCustomerAction = z.object({
  accion_id: z.number().int().min(1).max(99),
  nota: z.string().trim().max(2000).default(''),
  /** Day of the next contact: today or later. */
  proximo: IsoDate.optional(),
});

/** Reassigns several sales; with `probar` it is a dry run. */
export const Reassign = z.object({
  ventas: z.array(z.number().int().min(1)).min(1, { error: 'Elige al menos una venta.' }).max(200, {
    error: 'Elige hasta 200 ventas.',
  }),
  tipo: z.enum(['procesador', 'asesor']),
  /** Null leaves them without an adviser. */
  usuario_id: z.number().int().min(1).nullable(),
  motivo: z.string().trim().max(1000).default(''),
  probar: z.boolean().default(false),
});

export const Reassigned = z.object({
  id: z.number().int(),
  code: z.string().nullable(),
  name: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Why it does not change; null when it changes. */
  refused: z.string().nullable(),
});

/** Usual days of a stage: `base` is the product's default, `days` the company's value. */
export const StageTime = z.object({
  stage: z.number().int(),
  name: z.string(),
  base: z.number().int(),
  days: z.number().int(),
  /** Medians of each project's own history; there they replace `days`. */
  medians: z.array(z.object({ project: Named, days: z.number().int(), sample: z.number().int() })),
});
