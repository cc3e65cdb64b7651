import { asc, eq } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { COMPLAINT } from '#contract/legal/complaints/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import {
  changeComplaintState,
  createComplaint,
} from '#server/modules/legal/complaints/complaints.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { At } from './telling.ts';

/** A buyer's complaint before ACODECO, whose papers the company owes. */
export async function makeComplaints(at: At): Promise<void> {
  const [sale] = await at(0)
    .db.select({ code: sales.code })
    .from(sales)
    .where(eq(sales.stateId, SALE.registered))
    .orderBy(asc(sales.id))
    .limit(1);
  if (!sale?.code) return;
  const today = panamaDay(at(0).now);
  const id = await createComplaint(at(9 * 24), {
    venta: sale.code,
    tipo: 'entrega',
    numero: `RE-${today.slice(0, 4)}-1187`,
    presentado: addDays(today, -10),
    detalle: 'Reclama que la entrega pasa de la fecha que dice su promesa y pide los planos de su casa.',
  });
  await changeComplaintState(at(3 * 24), id, { estado_id: COMPLAINT.asked, fecha: addDays(today, -4) });
}
