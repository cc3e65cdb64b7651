import { changeOrderStatus } from '#contract/care/ticketOrders/endpoints.ts';
import type { FieldOrder, Order, OrderRow } from '#contract/care/ticketOrders/model.ts';
import {
  isOut,
  NOT_ACTING,
  OPEN_ORDERS,
  ORDER_LABELS,
  orderMachine,
  whyNotAnswer,
  whyNotDone,
} from '#contract/care/ticketOrders/rules.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { actionOf, offersOf } from '#contract/transitions.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { presentPhotos } from '#server/modules/care/tickets/photos.service.ts';
import { seenTicket, ticketStanding } from '#server/modules/care/tickets/supplier.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { visitsToCome } from '#server/modules/sales/appointments/calendar.service.ts';
import { fieldOrdersOf, findOrder, orderPhotosOf, type FoundOrder } from './ticketOrders.queries.ts';

const iso = (at: string) => new Date(at).toISOString();
const isoOrNull = (at: string | null) => at && iso(at);

/** Orders as rows of a list. */
export const presentOrders = (now: Date, found: readonly FoundOrder[]): OrderRow[] =>
  found.map((one) => ({
    id: one.id,
    version: one.version,
    code: one.code,
    state: { id: one.stateId, name: ORDER_LABELS[one.stateId] ?? '' },
    state_since: iso(one.stateSince),
    what: one.what,
    due_on: one.dueOn,
    late: isOut(one.stateId) && one.dueOn < panamaDay(now),
    ticket: { id: one.ticketId, code: one.ticket, title: one.title },
    project: { id: one.projectId, name: one.project },
    place: one.house ?? one.commonArea ?? one.project,
    contractor: { id: one.contractorId, name: one.contractor },
    offered_by: one.offered,
    created_at: iso(one.createdAt),
    done_at: isoOrNull(one.doneAt),
  }));

/** Who is there and how it looks is for the contractor while the order is open: afterwards nobody needs it for the work. */
export const needsFamily = ({ staff }: Pick<Context, 'staff'>, { stateId }: Pick<FoundOrder, 'stateId'>) =>
  staff?.colleague === true || OPEN_ORDERS.includes(stateId);

/** Orders with what their contractor needs at the house. */
async function presentField(ctx: Context, found: readonly FoundOrder[]): Promise<FieldOrder[]> {
  const ids = found.map(({ ticketId }) => ticketId);
  const photos = await presentPhotos(ctx, 'ticket_id', ids);
  const visits = await visitsToCome(ctx, ids);
  return presentOrders(ctx.now, found).map((row, at) => {
    const one = found[at]!;
    const visit = visits.find(({ ticketId }) => ticketId === one.ticketId);
    const needed = needsFamily(ctx, one);
    return {
      ...row,
      contact: needed ? one.contact : null,
      phone: needed ? one.phone : null,
      address: one.address,
      lot: one.lot,
      photos: needed ? photos(one.ticketId) : [],
      reason: one.reason,
      visit: visit ? { starts_at: visit.startsAt.toISOString(), agent: visit.agent } : null,
    };
  });
}

/** The orders that wait for the caller's company, whole: for a phone. */
export const fieldOrders = async (ctx: Context): Promise<FieldOrder[]> =>
  presentField(ctx, await fieldOrdersOf(ctx));

/** One order as the caller sees it. Raises 404. */
export async function presentOrder(ctx: Context, id: number): Promise<Order> {
  const one = await findOrder(ctx, id);
  if (!one) throw notFound();
  const [field] = await presentField(ctx, [one]);
  const { acts, may } = await ticketStanding(ctx, one.ticketId);
  const history = await statesOf(ctx.db, 'orden_trabajo', [id]);
  const works = ctx.staff?.colleague ? may : scopeOf(ctx, 'tickets.editar') !== null;
  const whyNot = (rule: string | null) => rule ?? (ctx.staff?.colleague && !acts ? NOT_ACTING : null);
  const done = await orderPhotosOf(ctx.db, id);
  return {
    ...field!,
    house_id: one.houseId,
    contract: one.contractId === null ? null : { id: one.contractId, name: one.contract ?? '' },
    done_photos: done.map((photo) => ({ ...photo, url: fileUrl(ctx, photo.id) })),
    done_note: one.doneNote,
    done_by: one.doneName,
    verified_by: one.verified,
    history: history.map(({ id: step, at, who, from, to, reason }) => ({
      id: step,
      at: at.toISOString(),
      who,
      from: from === null ? null : (ORDER_LABELS[from] ?? ''),
      to: ORDER_LABELS[to] ?? '',
      reason,
    })),
    transitions: offersOf(
      orderMachine,
      one.stateId,
      { acts, own: one.doneBy !== null && one.doneBy === ctx.staff?.userId },
      urlOf(changeOrderStatus, { params: { id } }),
      () => may,
    ),
    answer: works ? actionOf(whyNot(whyNotAnswer(one.stateId))) : null,
    done: works ? actionOf(whyNot(whyNotDone(one.stateId))) : null,
    edit: may
      ? actionOf(whyNot(isOut(one.stateId) ? null : 'Se cambia mientras el contratista la tiene.'))
      : null,
    sees_ticket: (await seenTicket(ctx, one.ticketId, 'tickets.ver')) !== undefined,
  };
}
