import { sql } from 'drizzle-orm';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { ticketStatus } from '#contract/company/catalogs/ticketLists.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { findTicket } from './tickets.queries.ts';

/** What a customer reads of each state, and of what else is new. */
const WORDS: Readonly<Record<number | 'mensaje' | 'cotizacion', string | undefined>> = {
  [TICKET.working]: 'Ya trabajamos en lo que nos pediste.',
  [TICKET.waitsCustomer]: 'Necesitamos algo de ti para seguir.',
  [TICKET.waitsSupplier]: 'Esperamos a un proveedor para seguir.',
  [TICKET.solved]: 'Creemos que está resuelto. Confírmalo, o dinos qué falta.',
  [TICKET.reopened]: 'Volvimos a abrir lo que nos pediste.',
  [TICKET.cancelled]: 'Cancelamos lo que nos pediste.',
  mensaje: 'Te respondimos.',
  cotizacion: 'Tu cotización está lista: dinos si la aceptas.',
};

/** Tells the buyers of a ticket, and of those merged into it, of a new state or of a message. Each hears of the own one only. */
export async function tellCustomer(
  ctx: Acting,
  id: number,
  news: number | 'mensaje' | 'cotizacion',
  merged = true,
): Promise<void> {
  const words = WORDS[news];
  if (words === undefined) return;
  const ids = merged
    ? (
        await rows<{ id: number }>(
          ctx.db,
          sql`select id from tickets where id = ${id} or merged_into_id = ${id} order by id`,
        )
      ).map((one) => one.id)
    : [id];
  for (const one of ids) {
    const ticket = (await findTicket(ctx.db, one))!;
    if (ticket.saleId === null) continue;
    const states = await catalogLabels(ctx.db, ticketStatus);
    const parties = await findParties(ctx, ticket.saleId);
    if (parties)
      await mailBuyer(
        ctx,
        'ticket_noticia',
        { ...parties, saleId: ticket.saleId },
        {
          numero: ticket.code,
          asunto: ticket.title,
          noticia: words,
          estado: states.get(ticket.stateId) ?? '',
        },
      );
  }
}
