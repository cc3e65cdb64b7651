import { z } from 'zod';
import { listAppointments } from '#contract/sales/appointments/endpoints.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

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

export const TimesSearch = z.object({ agente: filterId });
export type TimesSearch = z.infer<typeof TimesSearch>;
