import { z } from 'zod';
import { page } from '#contract/page.ts';
import { Directions } from '#contract/projects/showcase/directions.ts';
import { FreeTime } from './model.ts';

const Time = FreeTime.pick({ hora_inicio: true, hora_final: true });
/** A day with its free times. */
const Day = FreeTime.pick({ fecha: true, fecha_legible: true, diaCitaProyectoId: true }).extend({
  times: z.array(Time),
});
export type FreeDay = z.infer<typeof Day>;

/** The free times, and the choice from the URL; a chosen time that is taken stays here, so that the page can say so. */
const Choice = z.object({
  days: z.array(Day),
  /** Working days between the first and the last free day on which the office is closed, with the reason. */
  closed: z.array(z.object({ fecha: z.string(), why: z.string() })),
  chosen: z.object({ fecha: z.string(), hora: z.string().nullable() }).nullable(),
});
export type Choice = z.infer<typeof Choice>;

const Place = z.object({
  slug: z.string(),
  name: z.string(),
  place: z.string(),
  address: z.string(),
  directions: Directions,
  /** Digits for wa.me. */
  sellerPhone: z.string().nullable(),
});

const chosen = z.object({ fecha: z.string().max(20).optional(), hora: z.string().max(20).optional() });

export const bookingPage = page({
  name: 'sales/appointments/BookingPage',
  path: '/citas/:proyecto',
  access: 'public',
  params: z.object({ proyecto: z.string().max(120) }),
  query: chosen,
  title: 'Agenda tu visita',
  robots: 'index',
  data: Choice.extend({
    project: Place,
    slotMinutes: z.number().int(),
    changeHours: z.number().int(),
    /** The buyer of this browser: prefills the form. */
    me: z.object({ nombre: z.string(), celular: z.string(), email: z.string() }).nullable(),
    /** A future appointment of this browser. */
    mine: z.object({ href: z.string(), text: z.string() }).nullable(),
    consent: z.string(),
  }),
});

const mine = Choice.extend({
  uid: z.string(),
  project: Place,
  state: z.object({ id: z.number().int(), label: z.string() }),
  /** Still to come. */
  open: z.boolean(),
  fecha_legible: z.string(),
  hora_inicio: z.string(),
  hora_final: z.string(),
  agent: z.string(),
  name: z.string(),
  /** Of a visit to a house: where we go; null: the customer comes to the project. */
  house: z.string().nullable(),
  reason: z.string().nullable(),
  confirmable: z.boolean(),
  /** Why it can be neither moved nor cancelled now; null when it can. */
  whyNot: z.string().nullable(),
  changeHours: z.number().int(),
  /** URL of its calendar file. */
  calendar: z.string(),
});

export const myAppointmentPage = page({
  name: 'sales/appointments/MyAppointmentPage',
  path: '/citas/mi-cita/:uid',
  access: ['public', 'client'],
  params: z.object({ uid: z.uuid() }),
  query: chosen,
  title: 'Tu cita',
  data: mine,
});

/** Link in mails: opens the appointment in this browser and redirects to it. */
export const openAppointmentPage = page({
  name: 'sales/appointments/MyAppointmentPage',
  path: '/citas/enlace/:clave',
  access: ['public', 'client'],
  params: z.object({ clave: z.string().max(200) }),
  title: 'Tu cita',
  data: mine,
});
