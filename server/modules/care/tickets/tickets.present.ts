import { changeTicketStatus } from '#contract/care/tickets/endpoints.ts';
import type { Ticket, TicketRow } from '#contract/care/tickets/model.ts';
import {
  isOpenTicket,
  isPaused,
  ORDERED,
  TICKET,
  ticketMachine,
  turnOf,
} from '#contract/care/tickets/rules.ts';
import {
  departments,
  priorities,
  ticketCategories,
  ticketStatus,
} from '#contract/company/catalogs/ticketLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { conversationInReach } from '#server/modules/care/chat/chat.scope.ts';
import { presentPhotos } from './photos.service.ts';
import type { FoundTicket } from './tickets.queries.ts';
import { mayReadRights, ticketsInReach } from './tickets.scope.ts';
import { factsOf } from './write.service.ts';

const iso = (text: string) => new Date(text).toISOString();
const isoOrNull = (text: string | null) => (text === null ? null : iso(text));
const someone = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Tickets as rows of a list or cards of the board. */
export async function presentTickets(
  { db, now }: Pick<Context, 'db' | 'now'>,
  found: readonly FoundTicket[],
): Promise<TicketRow[]> {
  const states = await catalogLabels(db, ticketStatus);
  const departmentNames = await catalogLabels(db, departments);
  const categories = await catalogLabels(db, ticketCategories);
  const levels = await catalogLabels(db, priorities);
  const named = (id: number, names: ReadonlyMap<number, string>) => ({ id, name: names.get(id) ?? '' });
  return found.map((one) => {
    const runs = isOpenTicket(one.stateId) && !isPaused(one.stateId) && one.mergedIntoId === null;
    const [answer, solve] = [iso(one.answerDue), iso(one.solveDue)];
    const due = !runs ? null : one.answeredAt === null && answer < solve ? answer : solve;
    return {
      id: one.id,
      version: one.version,
      code: one.code,
      title: one.title,
      state: named(one.stateId, states),
      state_since: iso(one.stateSince),
      turn: turnOf(one.stateId),
      department: named(one.departmentId, departmentNames),
      category: named(one.categoryId, categories),
      priority: named(one.priorityId, levels),
      project: someone(one.projectId, one.project),
      house: someone(one.houseId, one.house),
      common_area: one.commonArea,
      sale: one.saleId === null ? null : { id: one.saleId, code: one.saleCode },
      contact: one.contactName ?? one.person,
      assignee: someone(one.assigneeId, one.assignee),
      origin: one.origin,
      answer_due: answer,
      solve_due: solve,
      answered_at: isoOrNull(one.answeredAt),
      due,
      late: due !== null && due < now.toISOString(),
      paused: isPaused(one.stateId),
      merged_into: one.mergedIntoId === null ? null : { id: one.mergedIntoId, code: one.mergedCode ?? '' },
      reopened: one.reopened,
      created_at: iso(one.createdAt),
    };
  });
}

interface FoundMessage {
  id: number;
  sender: 'equipo' | 'cliente';
  who: string | null;
  text: string;
  at: string;
}

/** The messages of a ticket, the oldest first, with their photographs. */
export async function messagesOf(
  ctx: Pick<Context, 'db' | 'staff' | 'client' | 'now' | 'sign'>,
  ticketId: number,
) {
  const found = await rows<FoundMessage>(
    ctx.db,
    sql`select m.id, m.sender, u.name who, m.text, m.created_at at from ticket_messages m left join users u on u.id = m.user_id
      where m.ticket_id = ${ticketId} order by m.id limit 500`,
  );
  const photos = await presentPhotos(
    ctx,
    'message_id',
    found.map(({ id }) => id),
  );
  return found.map((one) => ({ ...one, at: iso(one.at), photos: photos(one.id) }));
}

/** One ticket with everything that belongs to it, and what the caller may do. */
export async function presentTicket(ctx: Context, one: FoundTicket): Promise<Ticket> {
  const [listed] = await presentTickets(ctx, [one]);
  const states = await catalogLabels(ctx.db, ticketStatus);
  const { may, ...facts } = await factsOf(ctx, one);
  const reach = ticketsInReach(ctx, 'tickets.ver');
  const linked = await rows<{ id: number; code: string; title: string; stateId: number }>(
    ctx.db,
    sql`select t.id, t.code, t.title, t.state_id "stateId" from tickets t join ticket_links k
      on (k.ticket_id = ${one.id} and k.other_id = t.id) or (k.other_id = ${one.id} and k.ticket_id = t.id)
      where ${reach} order by t.id`,
  );
  const merged = await rows<{ id: number; code: string; title: string }>(
    ctx.db,
    sql`select t.id, t.code, t.title from tickets t where t.merged_into_id = ${one.id} and ${reach} order by t.id`,
  );
  const incidentHouses = await rows<Ticket['incident_houses'][number]>(
    ctx.db,
    sql`select h.id, h.name, (select max(k.id) from handovers k where k.house_id = h.id and k.delivered_on is not null) handover_id
      from ticket_houses i join houses h on h.id = i.house_id where i.ticket_id = ${one.id} order by h.name, h.id`,
  );
  const said = one.messageId
    ? await row<{ sid: string; seq: number }>(
        ctx.db,
        sql`select c.sid, m.seq from chat_messages m join conversations c on c.id = m.conversation_id
          where m.id = ${one.messageId} and ${conversationInReach(ctx, 'chat.ver')}`,
      )
    : undefined;
  const history = await statesOf(ctx.db, 'ticket', [one.id]);
  const photos = await presentPhotos(ctx, 'ticket_id', [one.id]);
  const ended = isOpenTicket(one.stateId) ? null : 'Este ticket ya terminó: reábrelo primero.';
  const offer = (why: string | null = ended) => (may('tickets.editar') ? { disabled: why } : null);
  const writes = facts.acts || one.createdBy === ctx.staff?.userId;
  const writing =
    (one.stateId === TICKET.solved ? null : ended) ??
    (writes ? null : 'Lo hace quien lo tiene asignado, o quien dirige el departamento.');
  return {
    ...listed!,
    description: one.description,
    lot: someone(one.lotId, one.lot),
    person: someone(one.personId, one.person),
    contact_kind: one.contactKind,
    contact_phone: one.contactPhone,
    contact_email: one.contactEmail,
    cover: one.cover,
    part: one.part,
    quote_centavos: one.quoteCents,
    quote_accepted: one.quoteAccepted,
    quote_answered_at: isoOrNull(one.quoteAnsweredAt),
    solved_at: isoOrNull(one.solvedAt),
    paused_minutes: one.pausedMinutes,
    customer_follows: one.saleId !== null,
    right_id: mayReadRights(ctx) ? one.rightId : null,
    conversation: said ?? null,
    photos: photos(one.id),
    messages: await messagesOf(ctx, one.id),
    linked: linked.map(({ stateId, ...other }) => ({ ...other, state: states.get(stateId) ?? '' })),
    merged,
    incident_houses: incidentHouses,
    history: history.map(({ id, at, who, from, to, reason }) => ({
      id,
      at: at.toISOString(),
      who,
      from: from === null ? null : (states.get(from) ?? ''),
      to: states.get(to) ?? '',
      reason,
    })),
    transitions: offersOf(
      ticketMachine,
      one.stateId,
      facts,
      urlOf(changeTicketStatus, { params: { id: one.id } }),
      may,
    ),
    actions: {
      edit: offer(),
      assign: offer(ended ?? (one.mergedIntoId === null ? null : 'Está unido a otro ticket: asigna aquel.')),
      write: offer(
        one.saleId === null ? 'Nadie sigue este ticket en su página: escribe o llama al contacto.' : writing,
      ),
      merge: offer(
        ended ??
          (one.mergedIntoId !== null
            ? `Ya está unido a ${one.mergedCode}.`
            : one.rightId !== null
              ? 'Una solicitud de derechos tiene su propio plazo: enlázala.'
              : facts.ordered
                ? ORDERED
                : null),
      ),
      separate: one.mergedIntoId === null ? null : offer(null),
      link: offer(null),
    },
  };
}
