import { DAY_MS, HOUR_MS } from '#contract/dates.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { iso, type Telling, type ToldSale } from './telling.ts';

/** Notices read longer ago than this are deleted each night. */
const KEPT = 180 * DAY_MS;
const UNREAD = 4 * DAY_MS;

/** The notices of a sale to its processor and to the accountant; read, except those of the last days. */
export function tellNotices({ sheets, frame, now }: Telling, sale: ToldSale, payment: number): void {
  const { id, processor, received, code, person } = sale;
  if (processor === null || code === null || now - received > KEPT) return;
  const seen = (at: number) => (now - at < UNREAD ? null : iso(at + 2 * HOUR_MS));
  sheets.notices.add(processor, 'venta_asignada', `asignada:${id}:${processor}:${iso(received)}`, `asignada:${id}`, `Te toca ${code}, de ${person.name}.`, `/oficina/ventas/${id}`, iso(received), seen(received)); // prettier-ignore
  if (payment !== PAYMENT.reported && payment !== PAYMENT.confirmed) return;
  const at = Math.min(received + 3 * HOUR_MS, now - HOUR_MS / 2);
  sheets.notices.add(frame.accountant, 'pago_reportado', `pago:${id}:reportado:1`, `pago:${id}`, `${code}: el cliente reportó la separación.`, `/oficina/pagos?pago=${id}`, iso(at), seen(at)); // prettier-ignore
}
