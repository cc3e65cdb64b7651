import { z } from 'zod';
import { IsoWeek } from '#contract/projects/projects/weeks.ts';
import { ActionOffer } from '#contract/offers.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

/** Photographs of a report or an inspection. */
export const PHOTO_FILES = {
  maxCount: 6,
  maxSize: 10 * 1_048_576,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const;

const Percent = z.coerce
  .number({ error: 'Escribe el porcentaje.' })
  .min(0, { error: 'Escribe un porcentaje de 0 a 100.' })
  .max(100, { error: 'Escribe un porcentaje de 0 a 100.' })
  .multipleOf(0.01, { error: 'Usa dos decimales como máximo.' });
const Quantity = z.coerce
  .number({ error: 'Escribe la cantidad.' })
  .min(0, { error: 'Escribe una cantidad desde cero.' })
  .max(9_999_999, { error: 'La cantidad es demasiado grande.' })
  .multipleOf(0.001, { error: 'Usa tres decimales como máximo.' });
const Text = z.string().trim().max(1000, { error: 'Escribe 1000 caracteres como máximo.' });

/** 128 random bits in hexadecimal, made on the phone. */
const Key = z.string().regex(/^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/, { error: 'Clave inválida.' });
/** Of a job with a house the percent, of an item the quantity, both since the beginning. */
const Progress = z.object({
  clave: Key,
  porcentaje: Percent.optional(),
  cantidad: Quantity.optional(),
});

export const NewReport = Progress.extend({
  nota: Text.optional(),
  /** motivos_atraso */
  atraso_id: z.coerce.number().int().optional(),
});
export type NewReport = z.output<typeof NewReport>;

export const ANSWERS = { si: 'Sí', no: 'No', na: 'No aplica' } as const;
export const CheckAnswer = z.enum(Object.keys(ANSWERS) as [keyof typeof ANSWERS]);

export const NewInspection = Progress.extend({
  reporte_id: z.coerce.number().int(),
  resultado: z.enum(['aprobado', 'rechazado']),
  motivo: Text.optional(),
  lista_id: z.coerce.number().int().optional(),
  /** One per question of the list, in its order. */
  respuestas: z
    .union([z.array(CheckAnswer), CheckAnswer.transform((one) => [one])])
    .pipe(z.array(CheckAnswer).max(40))
    .optional(),
});
export type NewInspection = z.output<typeof NewInspection>;

export const LowerApproved = Progress.extend({ motivo: Text.optional() });
export type LowerApproved = z.output<typeof LowerApproved>;

/** 1→2 also names the week and the priority. */
export const JobStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    semana: IsoWeek.optional(),
    prioridad_id: z.coerce.number().int().optional(),
  }),
});
export type JobStatusChange = z.output<typeof JobStatusChange>['params'];

/** Most jobs of one bulk programming. */
export const PROGRAM_MOST = 200;
export const ProgramJobs = z.object({
  ids: z
    .array(z.number().int().min(1))
    .min(1, { error: 'Elige al menos un trabajo.' })
    .max(PROGRAM_MOST, { error: `Elige ${PROGRAM_MOST} trabajos como máximo.` }),
  semana: IsoWeek,
  prioridad_id: z.number().int(),
});
export type ProgramJobs = z.output<typeof ProgramJobs>;

const Photo = z.object({ id: z.string(), name: z.string(), url: z.string() });

/** A report of progress, with its photographs. */
export const JobReport = z.object({
  id: z.number().int(),
  /** 0-100. */
  percent: z.number(),
  quantity: z.number().nullable(),
  note: z.string(),
  delay: Named.nullable(),
  by: z.string(),
  at: z.string(),
  /** Null: it waits for its inspection; anulado: its job was voided before. */
  outcome: z.enum(['aprobado', 'rechazado', 'anulado']).nullable(),
  photos: z.array(Photo),
});
export type JobReport = z.infer<typeof JobReport>;

/** An inspection; `rebajado`: approved progress was lowered without a report. */
export const Inspection = z.object({
  id: z.number().int(),
  report_id: z.number().int().nullable(),
  result: z.enum(['aprobado', 'rechazado', 'rebajado']),
  before_percent: z.number(),
  approved_percent: z.number(),
  approved_quantity: z.number().nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  checks: z.array(z.object({ question: z.string(), answer: CheckAnswer })),
  photos: z.array(Photo),
});
export type Inspection = z.infer<typeof Inspection>;

export const Checklist = z.object({
  id: z.number().int(),
  /** Null: for activities without a list of their own, and for items. */
  activity: Named.nullable(),
  version: z.number().int(),
  questions: z.array(z.string()),
  by: z.string().nullable(),
  at: z.string(),
});
export type Checklist = z.infer<typeof Checklist>;

export const QUESTIONS_MOST = 20;
export const ChecklistForm = z.object({
  preguntas: z
    .array(
      z
        .string()
        .trim()
        .min(1, { error: 'Escribe la pregunta.' })
        .max(160, { error: 'Escribe 160 caracteres como máximo.' }),
    )
    .min(1, { error: 'Escribe al menos una pregunta.' })
    .max(QUESTIONS_MOST, { error: `Escribe ${QUESTIONS_MOST} preguntas como máximo.` }),
  version: z.number().int(),
});
export type ChecklistForm = z.output<typeof ChecklistForm>;

/** What the record of a job adds to its row. */
export const jobDetail = {
  transitions: z.array(TransitionOffer),
  actions: z.object({
    report: ActionOffer.nullable(),
    inspect: ActionOffer.nullable(),
    lower: ActionOffer.nullable(),
  }),
  reports: z.array(JobReport),
  inspections: z.array(Inspection),
  checklist: Checklist.nullable(),
  history: z.array(
    z.object({
      id: z.number().int(),
      at: z.string(),
      from: Named.nullable(),
      to: Named,
      reason: z.string().nullable(),
      who: z.string().nullable(),
    }),
  ),
};
