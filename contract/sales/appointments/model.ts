import { z } from 'zod';
import { DAY_MS, HourMinute, IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { Phone } from '#contract/phone.ts';
import { fieldError } from '#contract/sales/purchase/rules.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: 'Escribe menos texto.' })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });
const note = z
  .string()
  .trim()
  .max(500, { error: 'Escribe hasta 500 caracteres.' })
  // Line breaks are allowed, other control characters are not.
  .regex(/^(\P{Cc}|[\n\r\t])*$/u, { error: 'Quita los caracteres que no se ven.' });
/** A field of guests with the rules of the purchase form. */
const field = (name: 'nombre' | 'email', missing: string) =>
  z
    .string()
    .trim()
    .min(1, { error: missing, abort: true })
    .superRefine((text, ctx) => {
      const message = fieldError(name, text);
      if (message) ctx.addIssue({ code: 'custom', message });
    });
const optionalId = z.preprocess((value) => (value === '' ? undefined : value), Id.optional());

/** A free time for guests. */
export const FreeTime = z.object({
  fecha: z.string(),
  fecha_legible: z.string(),
  hora_inicio: z.string(),
  hora_final: z.string(),
  diaCitaProyectoId: z.number().int(),
});
export type FreeTime = z.infer<typeof FreeTime>;

const TICK = 'Marca la casilla para que podamos atenderte.';

/** A guest's booking: chosen time and visitor. */
export const BookAppointment = z.object({
  fecha: IsoDate,
  hora_inicio: HourMinute,
  nombre: field('nombre', 'Escribe tu nombre.'),
  celular: z.string().trim().min(1, { error: 'Escribe tu celular.', abort: true }).pipe(Phone),
  email: field('email', 'Escribe tu correo.'),
  comentario: note.optional().default(''),
  consentimiento_datos: z
    .string({ error: TICK })
    .refine((ticked) => ticked === '1' || ticked === 'on' || ticked === 'true', { error: TICK }),
});
export type BookAppointment = z.infer<typeof BookAppointment>;

export const MoveAppointment = z.object({ fecha: IsoDate, hora_inicio: HourMinute });
export const CancelAppointment = z.object({ motivo: oneLine(200).optional() });

const states = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(7)).max(7).optional(),
);

/** Sort columns: starts_at (default, next first) · id. Days in Panama, both inclusive. */
export const AppointmentFilter = pageBy('id', 'starts_at').extend({
  estado_id: states,
  proyecto_id: Id.optional(),
  agente_id: Id.optional(),
  precontrato_id: Id.optional(),
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
  /** Name, telephone or mail. */
  q: z.string().trim().max(80).optional(),
});
export type AppointmentFilter = z.infer<typeof AppointmentFilter>;

export const AppointmentRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: Named,
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  project: Named,
  agent: Named,
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }).nullable(),
  /** Of a visit to the house of a ticket. */
  house: z.string().nullable(),
  ticket_id: z.number().int().nullable(),
  starts_at: z.string(),
  ends_at: z.string(),
  /** web · oficina */
  origin: z.string(),
  /** How often it was moved. */
  moved: z.number().int(),
});
export type AppointmentRow = z.infer<typeof AppointmentRow>;

/** One appointment with all details. */
export const Appointment = AppointmentRow.extend({
  person_id: z.number().int(),
  note: z.string(),
  reason: z.string().nullable(),
  /** Null: the customer, online. */
  created_by: z.string().nullable(),
  created_at: z.string(),
  history: z.array(
    z.object({
      at: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      by: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  transitions: z.array(TransitionOffer),
});
export type Appointment = z.infer<typeof Appointment>;

/** Body of an appointment's status PATCH. Moving (3) needs the new time, and `agente_id` if the agent changes. */
export const AppointmentStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha: IsoDate.optional(),
    hora_inicio: HourMinute.optional(),
    agente_id: optionalId,
  }),
});
export type AppointmentStatusChange = z.infer<typeof AppointmentStatusChange>['params'];

/** An appointment made by staff; without `agente_id` the first free agent gets it. */
export const NewAppointment = z.object({
  proyecto_id: Id,
  agente_id: optionalId,
  precontrato_id: optionalId,
  fecha: IsoDate,
  hora_inicio: HourMinute,
  nombre: oneLine(120).min(2, { error: 'Escribe el nombre.' }),
  celular: Phone,
  email: z
    .union([z.literal(''), z.email({ error: 'Correo inválido.' }).max(160)])
    .optional()
    .default(''),
  comentario: note.optional().default(''),
});
export type NewAppointment = z.infer<typeof NewAppointment>;

export const AppointmentNote = z.object({ comentario: note, version: z.number().int().optional() });

/** Range of a calendar: days in Panama, both inclusive, at most six weeks. */
export const CalendarQuery = z
  .object({
    desde: IsoDate,
    hasta: IsoDate,
    proyecto_id: Id.optional(),
    agente_id: Id.optional(),
  })
  .refine(({ desde, hasta }) => desde <= hasta && Date.parse(hasta) - Date.parse(desde) <= 42 * DAY_MS, {
    error: 'Pide como mucho seis semanas.',
    path: ['hasta'],
  });

/** A range of the calendar. */
export const Calendar = z.object({
  appointments: z.array(AppointmentRow),
  /** There are more: filter by project or agent. */
  cut: z.boolean(),
  agents: z.array(Named),
  /** Working hours of each agent by day; of one project when requested. */
  hours: z.array(
    z.object({ agente_id: z.number().int(), day: z.string(), from: z.string(), to: z.string() }),
  ),
  /** Closed days and why. */
  closed: z.array(z.object({ day: z.string(), name: z.string() })),
  /** Days on which an agent is out of office. */
  away: z.array(z.object({ agente_id: z.number().int(), day: z.string() })),
  slot_minutes: z.number().int(),
});
export type Calendar = z.infer<typeof Calendar>;

/** The field with the first hour. (As a constant, so that no line looks like an import.) */
const FIRST = `from`;

const Hours = z
  .object({ weekday: z.number().int().min(1).max(6), from: HourMinute, to: HourMinute })
  .refine(({ from, to }) => from < to, {
    error: 'La hora final va después de la inicial.',
    path: ['to'],
  });

/** The week of one agent in one project. */
export const WeekChange = z.object({
  hours: z
    .array(Hours)
    .max(24)
    .superRefine((list, ctx) => {
      for (const [at, one] of list.entries())
        if (
          list.some(
            (other, i) =>
              i < at && other.weekday === one.weekday && other.from < one.to && one.from < other.to,
          )
        )
          ctx.addIssue({
            code: 'custom',
            path: [at, FIRST],
            message: 'Se cruza con otro horario del mismo día.',
          });
    }),
  version: z.number().int().min(0),
});

export const NewException = z
  .object({
    day: IsoDate,
    kind: z.enum(['libre', 'extra']),
    proyecto_id: optionalId,
    from: HourMinute.nullable().default(null),
    to: HourMinute.nullable().default(null),
    reason: oneLine(120).default(''),
  })
  .superRefine(({ kind, proyecto_id, from, to }, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'extra' && proyecto_id === undefined) fault('proyecto_id', 'Elige el proyecto.');
    if (kind === 'extra' && from === null) fault(FIRST, 'Escribe desde qué hora.');
    if (from !== null && to === null) fault('to', 'Escribe hasta qué hora.');
    if (from === null && to !== null) fault(FIRST, 'Escribe desde qué hora.');
    if (from !== null && to !== null && from >= to) fault('to', 'La hora final va después de la inicial.');
  });

/** Hours of an agent: the week of each project, and future exceptions. */
export const AgentTime = z.object({
  agent: Named,
  away: z.object({ from: z.string(), to: z.string().nullable() }).nullable(),
  weeks: z.array(
    z.object({
      project: Named,
      /** 0 before the first save. */
      version: z.number().int(),
      hours: z.array(z.object({ weekday: z.number().int(), from: z.string(), to: z.string() })),
      editable: z.boolean(),
    }),
  ),
  exceptions: z.array(
    z.object({
      id: z.number().int(),
      day: z.string(),
      kind: z.enum(['libre', 'extra']),
      project: Named.nullable(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  editable: z.boolean(),
});
export type AgentTime = z.infer<typeof AgentTime>;
