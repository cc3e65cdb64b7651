import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { LotForm } from './model.ts';

const Corner = z.tuple([z.number(), z.number()]);

/** A lot as drawn on the plan; frequently changing data is separate, in PlanState. */
export const PlanLot = z.object({
  id: z.number().int(),
  lote: z.string(),
  block: z.string(),
  type: z.object({ id: z.number().int(), name: z.string() }),
  area_m2: z.number(),
  premium_centavos: z.number().int(),
  /** Price with its house's model, else with the cheapest model on offer; null without one. */
  precio_centavos: z.number().int().nullable(),
  /** The price is for this model only: that of the house. */
  vivienda: z.string().nullable(),
  /** In plan metres; null: not drawn yet. */
  points: z.array(Corner).nullable(),
  version: z.number().int(),
});
export type PlanLot = z.infer<typeof PlanLot>;

export const Plan = z.object({
  project: z.object({ id: z.number().int(), name: z.string() }),
  /** In metres; null while the project has no plan. */
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  /** URL of the drawing below the lots. */
  fondo: z.string().nullable(),
  dibujo: z.string().nullable(),
  version: z.number().int(),
  lots: z.array(PlanLot),
});
export type Plan = z.infer<typeof Plan>;

/** How far a lot is on the way to its own inscribed deed. */
export const LEGAL_KINDS = {
  1: 'Sin segregar',
  2: 'Segregado, sin permiso',
  3: 'Listo para escritura',
  4: 'Escritura en camino',
  5: 'En el Registro Público',
  6: 'Inscrito',
} as const;
/** How far the bank of a lot's sale is. */
export const BANK_KINDS = {
  1: 'Sin venta',
  2: 'Sin banco elegido',
  3: 'En trámite',
  4: 'Aprobado',
  5: 'Carta promesa',
  6: 'Carta vencida',
  7: 'Desembolsado',
  8: 'De contado',
} as const;

/** Present state of a lot. */
export const PlanState = z.object({
  id: z.number().int(),
  /** 1-7, domain.md §2 */
  e: z.number().int(),
  /** End of the claim. */
  h: z.string().optional(),
  /** Length of the waitlist. */
  w: z.number().int().optional(),
  /** Its sale, for users who may open it. */
  v: z.number().int().optional(),
  /** Why it is not for sale. */
  m: z.string().optional(),
  /** LEGAL_KINDS, for who sees legal work. */
  l: z.number().int().optional(),
  /** BANK_KINDS, for who sees bank work. */
  b: z.number().int().optional(),
  /** Progress of its house, 0-100; without a house none. */
  o: z.number().optional(),
});
export type PlanState = z.infer<typeof PlanState>;

const ofProject = z.object({ proyecto_id: Id });

export const findPlan = endpoint({
  method: 'GET',
  path: '/api/lotes/plano',
  access: 'proyectos.ver',
  shows: ['lote'],
  summary: 'El plano de un proyecto con sus lotes',
  query: ofProject,
  answer: data(Plan),
});

/** Small, and 304 when unchanged, because the plan polls every few seconds. */
export const planStates = endpoint({
  method: 'GET',
  path: '/api/lotes/plano/estados',
  access: 'proyectos.ver',
  shows: ['lote', 'espera', 'escritura', 'expediente_vivienda', 'solicitud', 'vivienda', 'trabajo'],
  summary: 'El estado de cada lote del plano, con ETag',
  query: ofProject,
  answer: data(z.array(PlanState)),
});

export const PLAN_SIDE_MAX = 20_000;
export const PLAN_LOTS_MAX = 3000;
const Side = z.number().min(1).max(PLAN_SIDE_MAX);
const Known = z.object({ id: z.number().int().min(1), version: z.number().int().min(1) });

const Drawn = z.object({
  /** Null: a new lot. */
  id: z.number().int().min(1).nullable(),
  version: z.number().int().min(1).nullable().default(null),
  name: LotForm.shape.name,
  type_id: z.number().int().min(1),
  area_m2: LotForm.shape.area_m2,
  points: z
    .array(z.tuple([z.number().min(-1e5).max(1e5), z.number().min(-1e5).max(1e5)]))
    .min(3)
    .max(60)
    .nullable(),
});
export type Drawn = z.output<typeof Drawn>;

/** A saved drawing: new, changed and removed lots, and the plan's size and image. */
export const PlanChange = z.object({
  proyecto_id: z.number().int().min(1),
  /** Version of the plan when it was opened. */
  version: z.number().int().min(0),
  size: z.object({ width: Side, height: Side }),
  /** Hash of the uploaded drawing below the lots; null: none, or the project's original one. */
  dibujo: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  lots: z.array(Drawn).max(PLAN_LOTS_MAX),
  removed: z.array(Known).max(PLAN_LOTS_MAX),
});
export type PlanChange = z.output<typeof PlanChange>;

/** Body of the editor's 409 STALE: the conflicting lots and the plan's version. */
export const PlanConflict = z.object({
  version: z.number().int(),
  lots: z.array(z.object({ id: z.number().int(), lote: z.string() })),
});
export type PlanConflict = z.infer<typeof PlanConflict>;

export const LOT_USED = 'LOT_USED';

export const savePlan = endpoint({
  method: 'PUT',
  path: '/api/lotes/plano',
  access: 'proyectos.editar',
  touches: ['lote'],
  summary: 'Guarda lo trazado en una sola vez: lotes nuevos, cambiados y borrados; todo o nada',
  body: PlanChange,
  answer: z.object({ data: Plan, success: z.string() }),
  errors: ['STALE', 'LOT_CLAIMED', LOT_USED, 'NAME_TAKEN'],
});

export const DRAWING_FILE = {
  maxCount: 1,
  maxSize: 15 * 1024 * 1024,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'],
} as const;

export const PlanDrawing = z.object({
  dibujo: z.string(),
  url: z.string(),
  /** In pixels. */
  width: z.number().int(),
  height: z.number().int(),
});
export type PlanDrawing = z.infer<typeof PlanDrawing>;

export const uploadDrawing = endpoint({
  method: 'POST',
  path: '/api/lotes/plano/dibujo',
  access: 'proyectos.editar',
  touches: [],
  summary: 'Sube el dibujo sobre el que se trazan los lotes; se guarda como imagen, nunca como SVG',
  body: z.object({ proyecto_id: z.coerce.number().int().min(1) }),
  files: { archivo: DRAWING_FILE },
  answer: data(PlanDrawing),
  status: 201,
});
