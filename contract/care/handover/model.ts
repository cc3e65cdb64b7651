import { z } from 'zod';
import { PART_NAMES } from '#contract/care/covers/parts.ts';
import { IsoDate } from '#contract/dates.ts';
import { ActionOffer } from '#contract/offers.ts';
import { StateHistory, StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { ANSWER_NAMES, METER_NAMES, SEVERITY_NAMES } from './rules.ts';
import { Room } from './template.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const Text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Escribe ${most} caracteres como máximo.` });

/** Photographs of an inspection: of its points and its meters. */
export const INSPECTION_FILES = {
  maxCount: 40,
  maxSize: 10 * 1_048_576,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const;
/** Photographs of a corrected item. */
export const PUNCH_FILES = { ...INSPECTION_FILES, maxCount: 4 } as const;
/** The manual of the house and the rules of the horizontal property. */
export const MANUAL_FILE = { maxCount: 1, maxSize: 20 * 1_048_576, types: ['application/pdf'] } as const;

/** Places among the photographs of the request, from 0. */
const Photos = z
  .array(
    z
      .number()
      .int()
      .min(0)
      .max(INSPECTION_FILES.maxCount - 1),
  )
  .max(6)
  .default([]);

const SentPoint = z
  .object({
    ambiente: Text(80).min(1),
    punto: Text(80).min(1),
    parte: z.enum(PART_NAMES),
    resultado: z.enum(['bien', 'observado']),
    gravedad: z.enum(SEVERITY_NAMES).optional(),
    texto: Text(500).optional(),
    fotos: Photos,
  })
  .superRefine(({ resultado, gravedad, texto }, ctx) => {
    if (resultado === 'bien') return;
    if (!gravedad) ctx.addIssue({ code: 'custom', path: ['gravedad'], message: 'Elige la gravedad.' });
    if (!texto) ctx.addIssue({ code: 'custom', path: ['texto'], message: 'Escribe qué se observó.' });
  });

/** What the tablet sends as `datos`: everything that was looked at, and what the buyer says. */
export const InspectionData = z
  .object({
    /** The day on the tablet. */
    fecha: IsoDate,
    asistio: Text(120).min(1, { error: 'Escribe quién asistió.' }),
    puntos: z.array(SentPoint).min(1, { error: 'Responde los puntos de la lista.' }).max(400),
    medidores: z
      .array(
        z.object({
          tipo: z.enum(METER_NAMES),
          numero: Text(40).min(1, { error: 'Escribe el número del medidor.' }),
          lectura: z
            .number({ error: 'Escribe la lectura.' })
            .min(0, { error: 'Escribe la lectura.' })
            .max(99_999_999)
            .multipleOf(0.01, { error: 'Usa dos decimales como máximo.' }),
          fotos: Photos,
        }),
      )
      .max(METER_NAMES.length),
    llaves: z
      .array(
        z.object({
          nombre: Text(60).min(1, { error: 'Escribe de qué es la llave.' }),
          cantidad: z
            .number({ error: 'Escribe cuántas.' })
            .int()
            .min(1, { error: 'Escribe cuántas, desde una.' })
            .max(20),
        }),
      )
      .max(20),
    manual: z.boolean(),
    reglamento: z.boolean(),
    respuesta: z.enum(ANSWER_NAMES, { error: 'Elige qué dice el comprador.' }),
    motivo: Text(1000).optional(),
  })
  .superRefine(({ respuesta, motivo, puntos, medidores, llaves }, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    const observed = puntos.some(({ resultado }) => resultado === 'observado');
    if (respuesta === 'rechaza') {
      if (!motivo) fault('motivo', 'Escribe por qué no la recibe.');
      return;
    }
    if (respuesta === 'conforme' && observed)
      fault('respuesta', 'Hay puntos observados: la recibe con pendientes.');
    if (respuesta === 'pendientes' && !observed)
      fault('respuesta', 'No hay puntos observados: la recibe conforme.');
    if (medidores.length < METER_NAMES.length) fault('medidores', 'Anota el medidor de luz y el de agua.');
    if (llaves.length === 0) fault('llaves', 'Anota las llaves que se entregan.');
  });
export type InspectionData = z.output<typeof InspectionData>;
export type SentInspection = z.input<typeof InspectionData>;

/** The multipart body of an inspection: the key made on the tablet, and the data as JSON. */
export const NewInspection = z.object({
  /** 128 random bits in hexadecimal, made on the tablet. */
  clave: z.string().regex(/^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/, { error: 'Clave inválida.' }),
  datos: z
    .string()
    .max(200_000)
    .transform((text, ctx) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        ctx.addIssue({ code: 'custom', message: 'Los datos de la inspección no se pueden leer.' });
        return z.NEVER;
      }
    })
    .pipe(InspectionData),
});
export type NewInspection = z.output<typeof NewInspection>;

export const NewHandover = z.object({
  /** Its code: PC-2026-00012 */
  venta: z
    .string({ error: 'Escribe el código de la venta.' })
    .trim()
    .toUpperCase()
    .regex(/^PC-\d{4}-\d{5,9}$/, { error: 'Escribe el código de la venta, por ejemplo PC-2026-00012.' }),
  fecha: IsoDate,
  /** Why it is delivered before the disbursement; only then. */
  motivo: Text(1000).optional(),
});
export type NewHandover = z.output<typeof NewHandover>;

/** → Programada takes its day, → Por firmar who signs for the company. */
export const HandoverStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha: IsoDate.optional(),
    representante_id: z.coerce.number().int().optional(),
  }),
});
export type HandoverStatusChange = z.output<typeof HandoverStatusChange>['params'];

export const HandoverRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  code: z.string(),
  state: Named,
  since: z.string(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  name: z.string(),
  project: Named,
  house: Named,
  model: Named,
  scheduled_on: z.string(),
  delivered_on: z.string().nullable(),
  /** Of the punch list: items that are open, and those of them that are late. */
  open_items: z.number().int(),
  late_items: z.number().int(),
  early: z.enum(['no', 'por_aprobar', 'aprobada']),
});
export type HandoverRow = z.infer<typeof HandoverRow>;

const Photo = z.object({ id: z.string(), url: z.string() });

export const PunchRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  handover: z.object({ id: z.number().int(), code: z.string() }),
  house: Named,
  project: Named,
  /** The buyer. */
  name: z.string(),
  room: z.string(),
  point: z.string(),
  part: z.enum(PART_NAMES),
  severity: z.enum(SEVERITY_NAMES),
  text: z.string(),
  state: Named,
  due_on: z.string(),
  contract: z.object({ id: z.number().int(), name: z.string(), contractor: z.string() }).nullable(),
  done_at: z.string().nullable(),
  verified_at: z.string().nullable(),
  verified_by: z.string().nullable(),
});
export type PunchRow = z.infer<typeof PunchRow>;

export const PunchItem = PunchRow.extend({
  photos: z.array(Photo),
  done_photos: z.array(Photo),
  done_by: z.string().nullable(),
  done_note: z.string().nullable(),
  /** Contracts that built the house, of which one answers. */
  contracts: z.array(z.object({ id: z.number().int(), name: z.string(), contractor: z.string() })),
  may_edit: z.boolean(),
  correct: ActionOffer.nullable(),
  transitions: z.array(TransitionOffer),
});
export type PunchItem = z.infer<typeof PunchItem>;

export const PunchChange = z.object({
  gravedad: z.enum(SEVERITY_NAMES),
  texto: Text(500).min(1, { error: 'Escribe qué se observó.' }),
  contrato_id: z.coerce.number().int().nullable(),
  vence: IsoDate,
  version: z.number().int(),
});
export type PunchChange = z.output<typeof PunchChange>;

export const CorrectPunch = z.object({ nota: Text(500).optional() });

/** An inspection with its buyer, as it was made. */
export const HandoverInspection = z.object({
  id: z.number().int(),
  round: z.number().int(),
  on: z.string(),
  by: z.string(),
  attended: z.string(),
  answer: z.enum(ANSWER_NAMES),
  reason: z.string().nullable(),
  points: z.array(
    z.object({
      room: z.string(),
      point: z.string(),
      ok: z.boolean(),
      severity: z.enum(SEVERITY_NAMES).nullable(),
      text: z.string().nullable(),
      photos: z.array(Photo),
    }),
  ),
  meters: z.array(
    z.object({ kind: z.enum(METER_NAMES), number: z.string(), reading: z.number(), photos: z.array(Photo) }),
  ),
  keys: z.array(z.object({ name: z.string(), count: z.number().int() })),
  manual: z.boolean(),
  rules: z.boolean(),
});
export type HandoverInspection = z.infer<typeof HandoverInspection>;

export const HouseKey = z.object({
  name: z.string(),
  total: z.number().int(),
  handed: z.number().int(),
});

export const Handover = HandoverRow.extend({
  reason: z.string().nullable(),
  early_reason: z.string().nullable(),
  early_by: z.string().nullable(),
  /** Management's decision; null for who may not take it. */
  decide: ActionOffer.nullable(),
  inspections: z.array(HandoverInspection),
  punch: z.array(PunchRow),
  keys: z.array(HouseKey),
  may_edit: z.boolean(),
  may_inspect: z.boolean(),
  envelope: z
    .object({
      id: z.number().int(),
      state: Named,
      signer_id: z.number().int().nullable(),
      turn: z.string().nullable(),
    })
    .nullable(),
  acta: z.string().nullable(),
  imported: z.boolean(),
  /** Representatives who may sign for the company. */
  representatives: z.array(Named),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
});
export type Handover = z.infer<typeof Handover>;

/** A delivery as the tablet keeps it: its list, what is still open, and what is known of meters and keys. */
export const FieldHandover = z.object({
  id: z.number().int(),
  code: z.string(),
  state: Named,
  name: z.string(),
  project: z.string(),
  house: z.string(),
  model: z.string(),
  scheduled_on: z.string(),
  rooms: z.array(Room),
  open: z.array(
    z.object({ room: z.string(), point: z.string(), text: z.string(), severity: z.enum(SEVERITY_NAMES) }),
  ),
  meters: z.array(z.object({ kind: z.enum(METER_NAMES), number: z.string() })),
  keys: z.array(z.object({ nombre: z.string(), cantidad: z.number().int() })),
});
export type FieldHandover = z.infer<typeof FieldHandover>;

export const HandoverTemplate = z.object({
  /** Null: the company's list, for models without one of their own. */
  model: z.object({ id: z.number().int(), name: z.string(), project: z.string() }).nullable(),
  /** 0: nobody has written one yet. */
  version: z.number().int(),
  rooms: z.array(Room),
  by: z.string().nullable(),
  at: z.string().nullable(),
});
export type HandoverTemplate = z.infer<typeof HandoverTemplate>;

export const GIVEN_KINDS = { manual: 'Manual de la vivienda', reglamento: 'Reglamento de PH' } as const;
export type GivenKind = keyof typeof GIVEN_KINDS;
export const GivenDocument = z.object({
  id: z.number().int(),
  kind: z.enum(Object.keys(GIVEN_KINDS) as [GivenKind, ...GivenKind[]]),
  project: Named,
  model: Named.nullable(),
  name: z.string(),
  url: z.string(),
  at: z.string(),
});
export type GivenDocument = z.infer<typeof GivenDocument>;
