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
 * What may be asked of the board: as of the queue, and by stage. Without `estado_id` the sales that are alive (2-14). Columns to
 * order by: due (the first date, the default) · age (in the stage where it stands) · id.
 */
export const BoardFilter = SaleFilter.extend({
  ...orderBy('due', 'age', 'id').shape,
  etapa: Stage.optional(),
  /** State of that stage's cell; of any stage's where no stage is given. */
  celda: CellState.optional(),
  /** Only those with a stage whose last day has passed. */
  vencidas: z
    .enum(['1', '0'])
    .transform((text) => text === '1')
    .optional(),
});
export type BoardFilter = z.infer<typeof BoardFilter>;

/** One cell of a row. Days are YYYY-MM-DD; `days` in this stage so far, or how many it took. */
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
  /** The first open stage, how long it has been, and how long it normally takes; null when none is open. */
  stage: z.object({ id: z.number().int(), days: z.number().int(), normal: z.number().int() }).nullable(),
  /** The first day that an open stage is due. */
  due_on: z.string().nullable(),
  /** When somebody means to speak with the customer again. */
  next_contact_on: z.string().nullable(),
});
export type BoardRow = z.infer<typeof BoardRow>;

/** Which stage the first day of a row belongs to: not always the one where the sale is. */
export const dueStage = ({ cells, due_on }: Pick<BoardRow, 'cells' | 'due_on'>): number | null =>
  cells.find((one) => one.due_on !== null && one.due_on === due_on && OPEN_CELLS.includes(one.state_id))
    ?.stage ?? null;

/** A stage of one sale, with what is missing and what the caller may do with it. */
export const StageCard = z.object({
  stage: z.number().int(),
  name: z.string(),
  state: Named,
  version: z.number().int(),
  /** In whose hands it usually is. */
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
  /** Whether the caller may write owner, note and date. */
  editable: z.boolean(),
  history: z.array(
    z.object({
      at: z.string(),
      /** Null: it happened by itself. */
      who: z.string().nullable(),
      from: z.string(),
      to: z.string(),
      text: z.string().nullable(),
    }),
  ),
});
export type StageCard = z.infer<typeof StageCard>;

/** Body of a card's status PATCH; `vence` for a stage that goes on after its day has passed. */
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
  /** When to speak with them again: today or later. */
  proximo: IsoDate.optional(),
});

/** Hands several sales over; with `probar` it only says what would happen. */
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
  /** Why it stays as it is; null when it changes. */
  refused: z.string().nullable(),
});

/** Days that a stage normally takes: `base` the product's, `days` what holds for the company. */
export const StageTime = z.object({
  stage: z.number().int(),
  name: z.string(),
  base: z.number().int(),
  days: z.number().int(),
  /** What the past of each project says; it goes before `days` there. */
  medians: z.array(z.object({ project: Named, days: z.number().int(), sample: z.number().int() })),
});
