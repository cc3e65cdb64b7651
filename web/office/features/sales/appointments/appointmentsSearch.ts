import { z } from 'zod';
import { addDays, isoWeek, weekStart } from '#contract/dates.ts';
import { listAppointments } from '#contract/sales/appointments/endpoints.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

const WORKING_DAYS = 6;

const flag = z.coerce.number().optional().catch(undefined);

/** What the address of the calendar holds: how it is seen, which day, which filters, and the drawer that is open. */
export const AppointmentsSearch = searchOf(listAppointments, {
  /** Week when not said. */
  ver: z.enum(['dia', 'personas', 'lista']).optional().catch(undefined),
  /** Today when not said. */
  dia: z.iso.date().optional().catch(undefined),
  cita: filterId,
  /** The form of a new one is open, with what is known of it. */
  nueva: flag,
  venta: filterId,
  fecha: filterText,
  hora: filterText,
  con: filterId,
});
export type AppointmentsSearch = z.infer<typeof AppointmentsSearch>;

/** What of the calendar the address shows: a week, or a day. */
export function calendarAsked({ ver, dia, proyecto_id, agente_id }: AppointmentsSearch, today: string) {
  const day = dia ?? today;
  const desde = ver === undefined ? weekStart(isoWeek(day)) : day;
  const hasta = ver === undefined ? addDays(desde, WORKING_DAYS - 1) : day;
  return { desde, hasta, proyecto_id, agente_id };
}

export const TimesSearch = z.object({ agente: filterId });
export type TimesSearch = z.infer<typeof TimesSearch>;
