import { z } from 'zod';
import { addDays, isoWeek, weekStart } from '#contract/dates.ts';
import { listAppointments } from '#contract/sales/appointments/endpoints.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

const WORKING_DAYS = 6;

const flag = z.coerce.number().optional().catch(undefined);

/** Search parameters of the calendar: the view, the day, the filters and the open drawer. */
export const AppointmentsSearch = searchOf(listAppointments, {
  /** Default: the week. */
  ver: z.enum(['dia', 'personas', 'lista']).optional().catch(undefined),
  /** Default: today. */
  dia: z.iso.date().optional().catch(undefined),
  cita: filterId,
  /** Set while the drawer of a new appointment is open; the next four fill it in. */
  nueva: flag,
  venta: filterId,
  fecha: filterText,
  hora: filterText,
  con: filterId,
});
export type AppointmentsSearch = z.infer<typeof AppointmentsSearch>;

/** The query of the calendar for the search parameters: a week or a day. */
export function calendarAsked({ ver, dia, proyecto_id, agente_id }: AppointmentsSearch, today: string) {
  const day = dia ?? today;
  const desde = ver === undefined ? weekStart(isoWeek(day)) : day;
  const hasta = ver === undefined ? addDays(desde, WORKING_DAYS - 1) : day;
  return { desde, hasta, proyecto_id, agente_id };
}

export const TimesSearch = z.object({ agente: filterId });
export type TimesSearch = z.infer<typeof TimesSearch>;
