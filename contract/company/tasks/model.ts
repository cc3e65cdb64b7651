import { z } from 'zod';
import { HourMinute, IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';

const person = z.object({ id: z.number().int(), name: z.string() });

/** What somebody has to do about a record by a day. */
export const RecordTask = z.object({
  id: z.number().int(),
  /** Kind of record and its id, as comments name it. */
  reference: z.string(),
  reference_id: z.number().int(),
  text: z.string(),
  assignee: person,
  /** YYYY-MM-DD, and HH:MM in Panama where it has an hour. */
  due_on: z.string(),
  due_time: z.string().nullable(),
  by: person,
  created_at: z.string(),
  done_at: z.string().nullable(),
  done_by: person.nullable(),
  version: z.number().int(),
});
export type RecordTask = z.infer<typeof RecordTask>;

export const TASK_TEXT_MAX = 300;
/** The fields of the form. */
export const TaskFields = z.object({
  text: z
    .string({ error: 'Escribe qué hay que hacer.' })
    .trim()
    .min(1, { error: 'Escribe qué hay que hacer.' })
    .max(TASK_TEXT_MAX, { error: `Escribe como máximo ${TASK_TEXT_MAX} caracteres.` }),
  /** Missing: oneself. */
  asignado_id: Id.optional(),
  fecha: IsoDate,
  hora: HourMinute.nullable().optional(),
});
export type TaskFields = z.infer<typeof TaskFields>;

/** Between two days, at most two months. */
export const TaskDays = z.object({ desde: IsoDate, hasta: IsoDate });
