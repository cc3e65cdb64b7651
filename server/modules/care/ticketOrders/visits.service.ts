import type { NewVisit, TicketWork } from '#contract/care/ticketOrders/model.ts';
import { NOT_ACTING, OPEN_ORDERS } from '#contract/care/ticketOrders/rules.ts';
import { isOpenTicket } from '#contract/care/tickets/rules.ts';
import { isOpen as isToCome } from '#contract/sales/appointments/rules.ts';
import { actionOf } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import {
  seenTicket,
  whyNotOutside,
  type OutsideTicket,
} from '#server/modules/care/tickets/supplier.service.ts';
import { factsOf, loadTicket } from '#server/modules/care/tickets/write.service.ts';
import { bookHouseVisit } from '#server/modules/sales/appointments/booking.service.ts';
import { visitsOfTicket } from '#server/modules/sales/appointments/calendar.service.ts';
import { presentOrders } from './ticketOrders.present.ts';
import { ordersOf } from './ticketOrders.queries.ts';

/** Why nobody visits the house of a ticket, or null. */
function whyNotVisit(one: OutsideTicket): string | null {
  if (!isOpenTicket(one.stateId)) return 'Este ticket ya terminó: reábrelo primero.';
  if (one.projectId === null) return 'Este ticket no es de una casa.';
  if ((one.contactName ?? one.person) === null || one.contactPhone === null)
    return 'Escribe el nombre y el celular del contacto en el ticket.';
  return null;
}

/** The orders and visits of a ticket, and what the caller may add. Raises 404. */
export async function ticketWork(ctx: Context, id: number): Promise<TicketWork> {
  const ticket = await seenTicket(ctx, id, 'tickets.ver');
  if (!ticket) throw notFound();
  const orders = await ordersOf(ctx.db, id);
  const visits = await visitsOfTicket(ctx, id);
  const { may, acts } = await factsOf(ctx, ticket);
  const open = orders.some(({ stateId }) => OPEN_ORDERS.includes(stateId));
  const coming = visits.some(({ state }) => isToCome(state.id));
  return {
    orders: presentOrders(ctx.now, orders),
    visits: visits.map((one) => ({
      id: one.id,
      starts_at: one.starts_at,
      ends_at: one.ends_at,
      state: one.state,
      agent: one.agent,
      note: one.note,
    })),
    offer: may('tickets.editar')
      ? actionOf(
          whyNotOutside(ticket) ??
            (acts ? null : NOT_ACTING) ??
            (open ? 'Ya tiene una orden en curso: espérala o cancélala.' : null),
        )
      : null,
    book: scopeOf(ctx, 'citas.crear')
      ? actionOf(
          whyNotVisit(ticket) ??
            (coming ? 'Ya tiene una visita por venir: muévela o cancélala en Citas.' : null),
        )
      : null,
  };
}

/** Books a colleague's visit to the house of a ticket; its customer is told and reminded. Raises 404, 409 SLOT_TAKEN and TAKEN, 422. */
export async function bookVisit(ctx: Context, id: number, form: NewVisit): Promise<void> {
  const ticket = await loadTicket(ctx, id, 'tickets.ver');
  const refusal = whyNotVisit(ticket);
  if (refusal) throw transitionRefused(refusal);
  const agentId = form.agente_id ?? ticket.assigneeId;
  if (agentId === null) throw invalid([{ field: 'agente_id', message: 'Elige quién va.' }]);
  const project = ticket.project!;
  const place = ticket.house ?? ticket.commonArea ?? ticket.lot;
  const visit = await bookHouseVisit(ctx, {
    projectId: ticket.projectId!,
    ticketId: id,
    place: place === null ? project : `${place}, ${project}`,
    agentId,
    day: form.fecha,
    from: form.hora_inicio,
    name: (ticket.contactName ?? ticket.person)!,
    phone: ticket.contactPhone!,
    email: ticket.contactEmail,
    note: form.comentario,
    sale:
      ticket.saleId !== null && ticket.personId !== null
        ? { id: ticket.saleId, personId: ticket.personId }
        : undefined,
  });
  await audit(ctx, 'agendar', 'ticket', id, { cita: visit.id });
}
