import { z } from 'zod';
import { page } from '#contract/page.ts';
import { FreeTime } from './model.ts';

const Time = FreeTime.pick({ hora_inicio: true, hora_final: true });
/** A day with its free times. */
const Day = FreeTime.pick({ fecha: true, fecha_legible: true, diaCitaProyectoId: true }).extend({
  times: z.array(Time),
});
export type FreeDay = z.infer<typeof Day>;

/** The free times, and what of them the address names; a time that is not free stays named, to be told. */
const Choice = z.object({
  days: z.array(Day),
  chosen: z.object({ fecha: z.string(), hora: z.string().nullable() }).nullable(),
});
export type Choice = z.infer<typeof Choice>;

const Place = z.object({
  slug: z.string(),
  name: z.string(),
  place: z.string(),
  address: z.string(),
  /** Digits, as wa.me takes them. */
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
    /** Who is buying here in this browser: the form begins with it. */
    me: z.object({ nombre: z.string(), celular: z.string(), email: z.string() }).nullable(),
    /** An appointment to come that is open in this browser. */
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
  reason: z.string().nullable(),
  confirmable: z.boolean(),
  /** Why it can be neither moved nor cancelled now; null when it can. */
  whyNot: z.string().nullable(),
  changeHours: z.number().int(),
  /** Where its calendar file is. */
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

/** The address in mails: opens the appointment in this browser and leads to it. */
export const openAppointmentPage = page({
  name: 'sales/appointments/MyAppointmentPage',
  path: '/citas/enlace/:clave',
  access: ['public', 'client'],
  params: z.object({ clave: z.string().max(200) }),
  title: 'Tu cita',
  data: mine,
});
