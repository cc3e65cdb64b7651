import { z } from 'zod';
import { listAppointments } from '#contract/sales/appointments/endpoints.ts';
import { filterId, filterIds, filterText, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

const flag = z.coerce.number().optional().catch(undefined);

/** What the address of the calendar holds: how it is seen, which day, which filters, and the drawer that is open. */
export const AppointmentsSearch = ListSearch.extend({
  ...orderedAs(listAppointments),
  /** Week when not said. */
  ver: z.enum(['dia', 'personas', 'lista']).optional().catch(undefined),
  /** Today when not said. */
  dia: z.iso.date().optional().catch(undefined),
  estado_id: filterIds,
  proyecto_id: filterId,
  agente_id: filterId,
  desde: filterText,
  hasta: filterText,
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
