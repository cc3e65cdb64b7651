import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { StateHistory, StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { Incident } from '#contract/care/tickets/incident.ts';
import { COVER_NAMES, PART_NAMES } from '#contract/care/covers/parts.ts';
import { COVER_STATES, MONTHS_MOST, type CoverState } from '#contract/care/covers/rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

export const Clock = z.object({
  cover: z.enum(COVER_NAMES),
  until: z.string(),
  months: z.number().int(),
  state: z.enum(Object.keys(COVER_STATES) as [CoverState, ...CoverState[]]),
});
export type Clock = z.infer<typeof Clock>;

/** A delivered house with its clocks. */
export const WarrantyRow = z.object({
  /** The delivery. */
  id: z.number().int(),
  code: z.string(),
  house: Named,
  model: Named,
  project: Named,
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  name: z.string(),
  delivered_on: z.string(),
  open_items: z.number().int(),
  clocks: z.array(Clock),
});
export type WarrantyRow = z.infer<typeof WarrantyRow>;

export const Cover = z.object({
  house: Named,
  delivered_on: z.string(),
  part: z.enum(PART_NAMES),
  cover: z.enum(COVER_NAMES),
  covered: z.boolean(),
  until: z.string().nullable(),
  days_left: z.number().int().nullable(),
});

export const WarrantyRuleRow = z.object({
  id: z.number().int(),
  cover: z.enum(COVER_NAMES),
  months: z.number().int(),
  valid_from: z.string(),
  /** The last day of deliveries that have it; null: no later rule. */
  valid_until: z.string().nullable(),
  source: z.string(),
  by: z.string().nullable(),
});
export type WarrantyRuleRow = z.infer<typeof WarrantyRuleRow>;

export const NewWarrantyRule = z.object({
  cobertura: z.enum(COVER_NAMES, { error: 'Elige la cobertura.' }),
  meses: z.coerce
    .number({ error: 'Escribe cuántos meses.' })
    .int({ error: 'Escribe meses enteros.' })
    .min(1, { error: 'Escribe un mes como mínimo.' })
    .max(MONTHS_MOST, { error: `Escribe ${MONTHS_MOST} meses como máximo.` }),
  desde: IsoDate,
  fuente: z
    .string({ error: 'Escribe de dónde sale.' })
    .trim()
    .min(3, { error: 'Escribe de dónde sale: la ley o el acuerdo.' })
    .max(300, { error: 'Escribe 300 caracteres como máximo.' }),
});
export type NewWarrantyRule = z.output<typeof NewWarrantyRule>;

/** Houses that share a defect more than chance explains. */
export const RepeatGroup = z.object({
  part: z.enum(PART_NAMES),
  model: Named.nullable(),
  contractor: Named.nullable(),
  /** `2026-W12` */
  week: z.string().nullable(),
  built: z.number().int(),
  houses: z.array(Named.extend({ handover_id: z.number().int().nullable() })),
  /** The open tickets of this defect over its houses, for who sees tickets: one for each project. */
  incidents: z.array(Incident),
  /** Percent of the other houses with it, 0-100. */
  elsewhere_percent: z.number(),
  /** Probability, 0-1, after the correction for all comparisons. */
  error_rate: z.number(),
});
export type RepeatGroup = z.infer<typeof RepeatGroup>;
export const Repeats = z.object({
  groups: z.array(RepeatGroup),
  houses: z.number().int(),
  defects: z.number().int(),
  error_rate: z.number(),
});
export type Repeats = z.infer<typeof Repeats>;

/** A charge of a warranty repair to the contractor who built it. */
export const ChargeRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  code: z.string(),
  state: Named,
  contract: z.object({ id: z.number().int(), name: z.string(), reference: z.string() }),
  contractor: Named,
  project: Named,
  house: Named.nullable(),
  amount_centavos: z.number().int(),
  /** What was taken from the retention, and what the contractor still owes. */
  retained_centavos: z.number().int(),
  receivable_centavos: z.number().int(),
  paper: z.string(),
  made_on: z.string(),
});
export type ChargeRow = z.infer<typeof ChargeRow>;
export const Charge = ChargeRow.extend({
  reason: z.string(),
  made_by: z.string(),
  decided_by: z.string().nullable(),
  collected: z.object({ on: z.string(), bank: z.string(), reference: z.string() }).nullable(),
  item: z.object({ id: z.number().int(), text: z.string() }).nullable(),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
});
export type Charge = z.infer<typeof Charge>;

const Line = (most: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(most, { error: `Escribe ${most} caracteres como máximo.` });

export const NewCharge = z.object({
  contrato_id: z.coerce.number({ error: 'Elige el contrato.' }).int().min(1),
  vivienda_id: z.coerce.number().int().min(1).nullish(),
  pendiente_id: z.coerce.number().int().min(1).nullish(),
  monto_centavos: z.coerce
    .number({ error: 'Escribe el monto.' })
    .int()
    .min(1, { error: 'Escribe el monto.' })
    .max(100_000_000_00, { error: 'El monto es demasiado grande.' }),
  documento: Line(60, 'Escribe el documento que lo prueba.'),
  motivo: Line(500, 'Escribe qué se reparó y por qué le toca.'),
});
export type NewCharge = z.output<typeof NewCharge>;

/** → Cobrado takes day, bank and reference of what the contractor paid, and the company's account where it arrived. */
export const ChargeStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha: IsoDate.optional(),
    banco: z.string().trim().max(80).optional(),
    referencia: z.string().trim().max(80).optional(),
    /** Without it, the usual account of the project. */
    cuenta_id: z.number().int().positive().nullish(),
  }),
});
export type ChargeStatusChange = z.output<typeof ChargeStatusChange>['params'];
