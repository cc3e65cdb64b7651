import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { IsoWeek } from '#contract/projects/projects/weeks.ts';
import { LOST_REASONS, type LostReason } from './calendar.ts';
import { LINK_KINDS, type LinkKind } from './network.ts';
import { TASK_STANDINGS, type TaskStanding } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
export const ContractName = Named.extend({ reference: z.string() });
const day = z.string();
const maybeDay = z.string().nullable();

export const StopReason = z.enum(Object.keys(LOST_REASONS) as [LostReason], { error: 'Elige el motivo.' });
export const Standing = z.enum(Object.keys(TASK_STANDINGS) as [TaskStanding]);

const Reason = z
  .string({ error: 'Escribe el motivo.' })
  .trim()
  .min(3, { error: 'Escribe el motivo.' })
  .max(500, { error: 'Escribe 500 caracteres como máximo.' });

/** Stamping a contract: the day of its first house, and a house finished every `ritmo` working days. */
export const StampForm = z.object({
  inicio: IsoDate,
  ritmo: z.coerce
    .number({ error: 'Escribe cada cuántos días se termina una casa.' })
    .int({ error: 'Escribe un número entero.' })
    .min(1, { error: 'Escribe 1 día o más.' })
    .max(60, { error: 'Escribe 60 días como máximo.' }),
  /** Instead of those that the pace asks for. */
  cuadrillas: z
    .array(
      z.object({
        actividad_id: z.number().int(),
        cantidad: z
          .number({ error: 'Escribe cuántas cuadrillas.' })
          .int({ error: 'Escribe un número entero.' })
          .min(1, { error: 'Escribe 1 o más.' })
          .max(50, { error: 'Escribe 50 como máximo.' }),
      }),
    )
    .max(100)
    .optional(),
  /** Needed when the contract has a schedule: its base line is drawn anew. */
  motivo: Reason.nullish(),
  /** Of the schedule that is replaced. */
  version: z.number().int().optional(),
});
export type StampForm = z.output<typeof StampForm>;

/** A move of an activity of a house, or of the whole house, to another first day. */
export const MoveForm = z.object({
  vivienda_id: z.number().int(),
  actividad_id: z.number().int().nullish(),
  /** The first day that the screen showed. */
  desde: IsoDate,
  inicio: IsoDate,
  motivo: Reason,
});
export type MoveForm = z.output<typeof MoveForm>;

export const StopForm = z.object({
  proyecto_id: z.number({ error: 'Elige el proyecto.' }).int(),
  contrato_id: z.number().int().nullish(),
  vivienda_id: z.number().int().nullish(),
  razon: StopReason,
  desde: IsoDate,
  hasta: IsoDate,
  motivo: Reason,
});
export type StopForm = z.output<typeof StopForm>;

/** Days that a schedule loses. `fuente`: typed here, told by the diary, or a permit that is late. */
export const Stop = z.object({
  /** Of what was typed here. */
  id: z.number().int().nullable(),
  source: z.enum(['manual', 'bitacora', 'permiso']),
  reason: StopReason,
  from: day,
  to: day,
  note: z.string(),
  project: Named,
  contract: ContractName.nullable(),
  house: Named.nullable(),
  by: z.string().nullable(),
  at: z.string().nullable(),
  removable: z.boolean(),
});
export type Stop = z.infer<typeof Stop>;

/** An activity of a house in its schedule. Days are worked days. */
export const TaskRow = z.object({
  id: z.number().int(),
  schedule_id: z.number().int(),
  contract: ContractName,
  project: Named,
  house: Named.extend({ block: z.string() }),
  activity: Named,
  crew: z.number().int(),
  days: z.number().int(),
  base_start: day,
  base_finish: day,
  start: day,
  finish: day,
  float: z.number().int(),
  critical: z.boolean(),
  driving: z.boolean(),
  /** Working days of its finish after the base line; negative when it is early. */
  late: z.number().int(),
  started_on: maybeDay,
  finished_on: maybeDay,
  percent: z.number(),
  standing: Standing,
  job_id: z.number().int().nullable(),
});
export type TaskRow = z.infer<typeof TaskRow>;

export const Move = z.object({
  id: z.number().int(),
  /** False: of the whole house. */
  activity: z.boolean(),
  from: day,
  to: day,
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
  /** The last one of its kind: it may be undone. */
  undoable: z.boolean(),
});
export type Move = z.infer<typeof Move>;

/** One activity with what it waits for and its moves. */
export const Task = TaskRow.extend({
  not_before: maybeDay,
  may_move: z.boolean(),
  after: z.array(
    z.object({ activity: Named, kind: z.enum(Object.keys(LINK_KINDS) as [LinkKind]), lag: z.number().int() }),
  ),
  moves: z.array(Move),
  forecast: z.object({ p50: maybeDay, p80: maybeDay, houses: z.number().int() }),
});
export type Task = z.infer<typeof Task>;

/** Kept small, because a schedule has thousands of them. */
const GanttTask = z.object({
  id: z.number().int(),
  a: z.number().int(),
  crew: z.number().int(),
  bs: day,
  bf: day,
  s: day,
  f: day,
  float: z.number().int(),
  critical: z.boolean(),
  driving: z.boolean(),
  nb: maybeDay,
  started: maybeDay,
  finished: maybeDay,
  percent: z.number(),
});
export type GanttTask = z.infer<typeof GanttTask>;

const GanttHouse = z.object({
  id: z.number().int(),
  name: z.string(),
  block: z.string(),
  plan_id: z.number().int(),
  not_before: maybeDay,
  /** Key of its lost days in `lost`. */
  lost: z.string(),
  /** By which half of such houses are done, and four of five; null before the first calculation. */
  p50: maybeDay,
  p80: maybeDay,
  forecast_houses: z.number().int(),
  tasks: z.array(GanttTask),
});
export type GanttHouse = z.infer<typeof GanttHouse>;

export const GanttSchedule = z.object({
  id: z.number().int(),
  version: z.number().int(),
  contract: ContractName,
  starts_on: day,
  pace: z.number().int(),
  may_move: z.boolean(),
  crews: z.array(z.object({ activity_id: z.number().int(), count: z.number().int() })),
  plans: z.array(
    z.object({
      id: z.number().int(),
      activities: z.array(z.object({ id: z.number().int(), days: z.number().int(), outdoors: z.boolean() })),
      links: z.array(
        z.object({
          from: z.number().int(),
          to: z.number().int(),
          kind: z.enum(Object.keys(LINK_KINDS) as [LinkKind]),
          lag: z.number().int(),
        }),
      ),
    }),
  ),
  lost: z.array(
    z.object({ key: z.string(), days: z.array(z.object({ day: z.string(), reason: StopReason })) }),
  ),
  houses: z.array(GanttHouse),
});
export type GanttSchedule = z.infer<typeof GanttSchedule>;

export const Gantt = z.object({
  project: Named.nullable(),
  projects: z.array(Named),
  today: day,
  week: z.enum(['L-V', 'L-S']),
  /** The company's days off. */
  days_off: z.array(day),
  activities: z.array(Named),
  schedules: z.array(GanttSchedule),
  stops: z.array(Stop),
});
export type Gantt = z.infer<typeof Gantt>;

/** A contract that can have a schedule. */
export const SchedulableContract = ContractName.extend({
  project: Named,
  state: Named,
  houses: z.number().int(),
  starts_on: maybeDay,
  schedule: z
    .object({
      id: z.number().int(),
      version: z.number().int(),
      starts_on: day,
      pace: z.number().int(),
      base_finish: day,
      finish: day,
      late_tasks: z.number().int(),
      crews: z.array(z.object({ activity_id: z.number().int(), count: z.number().int() })),
    })
    .nullable(),
  may_stamp: z.boolean(),
});
export type SchedulableContract = z.infer<typeof SchedulableContract>;

/** What a stamp would make. */
export const StampPreview = z.object({
  houses: z.number().int(),
  tasks: z.number().int(),
  finish: maybeDay,
  crews: z.array(z.object({ activity: Named, days: z.number().int(), count: z.number().int() })),
  /** Activities of the contract that no plan has: they stay outside. */
  outside: z.array(z.string()),
  /** Why it cannot be stamped. */
  why_not: z.string().nullable(),
});
export type StampPreview = z.infer<typeof StampPreview>;

/** Work of a contract in a week: programmed, or proposed by the schedule. */
export const ProgramRow = z.object({
  job_id: z.number().int(),
  task_id: z.number().int().nullable(),
  house: Named,
  activity: Named,
  state: Named,
  week: IsoWeek.nullable(),
  priority: Named.nullable(),
  /** What the schedule proposes (ticket_priorities). */
  proposed: Named,
  start: maybeDay,
  finish: maybeDay,
  late: z.number().int(),
  critical: z.boolean(),
  reported_percent: z.number(),
  approved_percent: z.number(),
  /** Why it cannot be programmed; null: it can. */
  why_not: z.string().nullable(),
});
export type ProgramRow = z.infer<typeof ProgramRow>;

export const WeekProgram = z.object({
  contract: ContractName,
  project: Named,
  week: z.object({ id: z.string(), text: z.string() }),
  closed: z.object({ at: z.string(), by: z.string() }).nullable(),
  may_program: z.boolean(),
  may_close: z.boolean(),
  why_not_close: z.string().nullable(),
  programmed: z.array(ProgramRow),
  proposed: z.array(ProgramRow),
  /** What closed weeks kept of the programme, the latest first. */
  past: z.array(
    z.object({ week: z.string(), text: z.string(), planned: z.number().int(), done: z.number().int() }),
  ),
});
export type WeekProgram = z.infer<typeof WeekProgram>;

/** When a house ends: by its schedule, and by the pace of those before it. */
export const HouseForecast = z.object({
  house: Named,
  contract: ContractName,
  base_finish: day,
  finish: day,
  p50: maybeDay,
  p80: maybeDay,
  /** Past houses that p50 and p80 rest on. */
  houses: z.number().int(),
});
export type HouseForecast = z.infer<typeof HouseForecast>;
