import type { z } from 'zod';
import { PART_NAMES, PARTS, type Part } from '#contract/care/covers/parts.ts';
import type { answerMine as AnswerMine, answerQuote as AnswerQuote, askForHelp as AskForHelp, MyTicket, writeOnMine as WriteOnMine } from '#contract/care/tickets/mine.ts'; // prettier-ignore
import type { helpPage } from '#contract/care/tickets/pages.ts';
import {
  AFTER_SALES,
  CATEGORY_OF_PART,
  COVER_TOLD,
  DEPARTMENT_OF_CATEGORY,
  isOpenTicket,
  OTHER_CATEGORY,
  REOPEN_DAYS,
  REPAIRS,
  TICKET,
  ticketMachine,
  TOLD,
  USUAL_FROM,
} from '#contract/care/tickets/rules.ts';
import { ticketCategories } from '#contract/company/catalogs/ticketLists.ts';
import { addDays, addMonths, daysBetween, panamaDay, panamaInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import type { PageResult } from '#server/kernel/pages.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { visitsToCome } from '#server/modules/sales/appointments/calendar.service.ts';
import { purchaseHead } from '#server/modules/sales/purchase/head.service.ts';
import { nameOf, ownSale, type Sale } from '#server/modules/sales/purchase/own.service.ts';
import { coverOfHouse } from '#server/modules/care/warranty/cover.service.ts';
import { headsOf } from './assign.service.ts';
import { separate } from './merge.service.ts';
import { addMessage } from './messages.service.ts';
import { presentPhotos } from './photos.service.ts';
import { findTicket, lockTicketRow, ticketsOf, type FoundTicket } from './tickets.queries.ts';
import { messagesOf } from './tickets.present.ts';
import { firstLine, openTicket, SALE_PLACE, type Opening } from './tickets.service.ts';
import { tellCustomer } from './told.service.ts';
import { ofTicket, orderOf, writeTicket, writeTicketState } from './write.service.ts';

const MEDIUM = 2;
type Done = { success: string; redirect: string };

const pathOf = (sale: Sale) => `/clientes/mi-compra/${nameOf(sale)}/ayuda`;

/** What a sale's buyers see: not a request about one person's data, which has its own page. */
const followed = sql`t.origin <> 'derecho'`;

/** The tickets of a purchase and what may be asked. Raises 404 for another browser's purchase. */
export async function showHelp(ctx: Context, name: string): Promise<PageResult<typeof helpPage>> {
  const sale = await ownSale(ctx, name);
  if (sale.stateId === SALE.draft) return { redirect: `/clientes/siguiente/${nameOf(sale)}` };
  const place = await placeOf(ctx, sale.id);
  const delivered = (await coverNow(ctx, place, 'pintura')) !== undefined;
  const tickets: z.input<typeof MyTicket>[] = [];
  for (const one of await ticketsOf(ctx.db, { saleId: sale.id }, followed))
    tickets.push(await presentMine(ctx, one));
  return {
    data: { sale: await purchaseHead(ctx, sale), topics: await topicsOf(ctx, delivered), delivered, tickets },
  };
}

async function topicsOf(ctx: Pick<Context, 'db'>, delivered: boolean) {
  const topics: { value: string; label: string }[] = delivered
    ? PART_NAMES.map((part) => ({ value: part, label: PARTS[part].label }))
    : [];
  for (const [id, label] of await catalogLabels(ctx.db, ticketCategories))
    if (!REPAIRS.includes(id) && (await isOffered(ctx.db, ticketCategories, id)))
      topics.push({ value: String(id), label });
  return topics;
}

type Place = Pick<Opening, 'projectId' | 'houseId' | 'lotId' | 'saleId' | 'personId'>;
const placeOf = async (ctx: Pick<Context, 'db'>, saleId: number): Promise<Place> =>
  (await row<Place>(ctx.db, sql`${SALE_PLACE} where s.id = ${saleId}`))!;

/** What covers a part of a delivered house today; undefined while its family has no keys. */
const coverNow = async (ctx: Pick<Context, 'db' | 'now'>, { houseId }: Place, part: Part) =>
  houseId ? coverOfHouse(ctx.db, { houseId, part, day: panamaDay(ctx.now) }) : undefined;

const isPart = (topic: string | number): topic is Part => typeof topic === 'string';

/** Opens a ticket of a customer's purchase; one about a part of the house says whether the warranty covers it. Raises 404, 422. */
export async function askForHelp(
  ctx: Context,
  saleId: number,
  { asunto, texto }: z.output<typeof AskForHelp.body>,
): Promise<Done> {
  const sale = await ownSale(ctx, saleId, true);
  const place = await placeOf(ctx, sale.id);
  const cover = isPart(asunto) ? await coverNow(ctx, place, asunto) : undefined;
  const known = isPart(asunto)
    ? cover !== undefined
    : !REPAIRS.includes(asunto) && (await isOffered(ctx.db, ticketCategories, asunto));
  if (sale.stateId === SALE.draft || !known)
    throw invalid([{ field: 'asunto', message: 'Elige de qué se trata.' }]);
  const asked = isPart(asunto) ? CATEGORY_OF_PART[asunto] : asunto;
  const categoryId = (await isOffered(ctx.db, ticketCategories, asked)) ? asked : OTHER_CATEGORY;
  const label = isPart(asunto)
    ? PARTS[asunto].label
    : (await catalogLabels(ctx.db, ticketCategories)).get(categoryId);
  const id = await openTicket(ctx, {
    ...place,
    title: `${label}: ${firstLine(texto)}`,
    description: texto,
    departmentId: DEPARTMENT_OF_CATEGORY[categoryId] ?? AFTER_SALES,
    categoryId,
    priorityId: MEDIUM,
    contactKind: 'comprador',
    origin: 'cliente',
    part: isPart(asunto) ? asunto : null,
    cover: cover ? (cover.covered ? 'dentro' : 'fuera') : null,
    photos: ctx.uploads.get('fotos') ?? [],
  });
  const { code } = (await findTicket(ctx.db, id))!;
  const told = cover ? ` ${COVER_TOLD[cover.covered ? 'dentro' : 'fuera']}` : '';
  return { success: `Recibimos tu solicitud ${code}.${told}`, redirect: pathOf(sale) };
}

/** A ticket of a purchase that is open in this browser, locked after its sale. Raises 404. */
async function ownTicket(ctx: Context, id: number): Promise<{ sale: Sale; one: FoundTicket }> {
  const there = await findTicket(ctx.db, id, followed);
  if (!there || there.saleId === null) throw notFound();
  const sale = await ownSale(ctx, there.saleId, true);
  return { sale, one: (await lockTicketRow(ctx.db, id))! };
}

/** Tells who has a ticket, or who leads its department, what its customer did. */
async function tellTeam(ctx: Context, one: FoundTicket, text: string, event: string): Promise<void> {
  await notify(ctx, {
    kind: 'ticket_respuesta',
    to: one.assigneeId === null ? await headsOf(ctx.db, one) : [one.assigneeId],
    text: `${one.code}: ${text}`,
    url: `/oficina/tickets/${one.id}`,
    event: `ticket:${one.id}:${event}`,
  });
}

/** A customer writes in the own ticket; an answer that was waited for lets the work go on. Raises 404, 409. */
export async function writeOnMine(
  ctx: Context,
  id: number,
  { texto, clave }: z.output<typeof WriteOnMine.body>,
): Promise<Done> {
  const { sale, one } = await ownTicket(ctx, id);
  if (!mayWrite(one))
    throw conflict('STALE', 'Este ticket ya terminó: abre otro, o di que el problema sigue.');
  const done = { success: 'Recibimos tu mensaje.', redirect: pathOf(sale) };
  if (!(await addMessage(ctx, one, { text: texto, key: clave, sender: 'cliente' }))) return done;
  await audit(ctx, 'escribir', 'ticket', id, { by: 'cliente' });
  if (one.stateId === TICKET.waitsCustomer && one.mergedIntoId === null)
    await writeTicketState(ctx, one, TICKET.working, {}, 'El cliente respondió.');
  await tellTeam(ctx, one, 'el cliente escribió.', `mensaje:${ctx.now.toISOString()}`);
  return done;
}

const mayWrite = ({ stateId }: FoundTicket) => isOpenTicket(stateId) || stateId === TICKET.solved;

/**
 * A customer confirms a solution (6→7), or says that the problem goes on (6/7→8, within 15 days). Of a merged ticket it concerns the
 * own one alone: confirmed it ends, and reopened it leaves the other. Raises 404, 422.
 */
export async function answerMine(
  ctx: Context,
  id: number,
  { resuelto, motivo }: z.output<typeof AnswerMine.body>,
): Promise<Done> {
  const { sale, one } = await ownTicket(ctx, id);
  const to = resuelto === '1' ? TICKET.closed : TICKET.reopened;
  if (to === TICKET.reopened && !motivo)
    throw invalid([{ field: 'motivo', message: 'Escribe qué sigue mal.' }]);
  const reason = motivo || 'El cliente confirmó que quedó resuelto.';
  const facts = {
    assigned: one.assigneeId !== null,
    acts: false,
    opened: false,
    solvedDays: solvedDays(ctx, one),
    merged: false,
    lawful: false,
    unquoted: false,
    ordered: false,
  };
  checkTransition(ticketMachine, one, { estado_id: to, motivo: reason }, facts, () => true);
  if (to === TICKET.reopened && one.mergedIntoId !== null) await separate(ctx, id, reason);
  else await writeTicketState(ctx, one, to, {}, reason);
  await audit(ctx, 'cambiar_estado', 'ticket', id, { from: one.stateId, to, by: 'cliente' });
  await tellTeam(
    ctx,
    one,
    to === TICKET.closed ? 'el cliente confirmó que quedó resuelto.' : `el problema sigue. ${reason}`,
    `respuesta:${ctx.now.toISOString()}`,
  );
  await tellCustomer(ctx, id, to);
  return {
    success: to === TICKET.closed ? 'Gracias por confirmarlo.' : 'Lo volvimos a abrir.',
    redirect: pathOf(sale),
  };
}

/**
 * A customer accepts a quote or not: the amount that was read, and no other. An answer that was waited for lets the work go on.
 * Raises 404, 409 STALE.
 */
export async function answerQuote(
  ctx: Context,
  id: number,
  { acepta, centavos }: z.output<typeof AnswerQuote.body>,
): Promise<Done> {
  const { sale, one } = await ownTicket(ctx, id);
  if (!isOpenTicket(one.stateId) || one.quoteCents !== centavos)
    throw conflict('STALE', 'La cotización cambió: mírala otra vez antes de responder.');
  const accepts = acepta === '1';
  const done = {
    success: accepts ? 'Aceptaste la cotización.' : 'No aceptaste la cotización. Escríbenos si quieres otra.',
    redirect: pathOf(sale),
  };
  if (one.quoteAccepted === accepts) return done;
  await writeTicket(ctx, one, { quoteAccepted: accepts, quoteAnsweredAt: ctx.now });
  await announce(ctx, { record: 'ticket', id, verb: 'cambiar', ...ofTicket(one) });
  await audit(ctx, 'responder', 'ticket', id, { by: 'cliente', accepts, centavos });
  if (one.stateId === TICKET.waitsCustomer && one.mergedIntoId === null)
    await writeTicketState(
      ctx,
      (await lockTicketRow(ctx.db, id))!,
      TICKET.working,
      {},
      'El cliente respondió.',
    );
  await tellTeam(
    ctx,
    one,
    `el cliente ${accepts ? 'aceptó' : 'no aceptó'} la cotización de ${formatMoney(centavos)}.`,
    `cotizacion:${ctx.now.toISOString()}`,
  );
  return done;
}

const solvedDays = ({ now }: Pick<Context, 'now'>, { solvedAt }: FoundTicket) =>
  solvedAt === null ? null : daysBetween(panamaDay(solvedAt), panamaDay(now));

const TONES: Readonly<Record<number, MyTicket['tone']>> = {
  [TICKET.waitsCustomer]: 'attention',
  [TICKET.solved]: 'attention',
  [TICKET.closed]: 'positive',
  [TICKET.cancelled]: 'neutral',
};
/** Who writes a ticket in the office may describe it for colleagues: its customer reads the title alone. */
const OWN_WORDS: readonly FoundTicket['origin'][] = ['cliente', 'chat'];

async function presentMine(ctx: Context, one: FoundTicket): Promise<z.input<typeof MyTicket>> {
  const photos = await presentPhotos(ctx, 'ticket_id', [one.id]);
  const ended = one.stateId === TICKET.solved || one.stateId === TICKET.closed;
  const days = solvedDays(ctx, one);
  const order = await orderOf(ctx, one.id);
  const [visit] = await visitsToCome(ctx, [one.id]);
  return {
    id: one.id,
    code: one.code,
    title: one.title,
    text: OWN_WORDS.includes(one.origin) ? one.description : null,
    told: TOLD[one.stateId] ?? '',
    tone: TONES[one.stateId] ?? 'progress',
    since: new Date(one.stateSince).toISOString(),
    openedAt: new Date(one.createdAt).toISOString(),
    who: one.assignee,
    contractor: order && { name: order.contractor, told: order.told },
    visit: visit
      ? {
          href: `/citas/mi-cita/${visit.uid}`,
          at: visit.startsAt.toISOString(),
          who: visit.agent,
        }
      : null,
    usualDays: isOpenTicket(one.stateId) ? await usualDays(ctx, one.categoryId) : null,
    cover: one.cover === null ? null : COVER_TOLD[one.cover],
    quoteCents: one.quoteCents,
    quoteAccepted: one.quoteAccepted,
    photos: photos(one.id),
    messages: (await messagesOf(ctx, one.id)).map(({ sender, who, ...said }) => ({
      ...said,
      mine: sender === 'cliente',
      who: sender === 'cliente' ? null : who,
    })),
    may: {
      write: mayWrite(one),
      quote: one.quoteCents !== null && one.quoteAccepted === null && isOpenTicket(one.stateId),
      confirm: one.stateId === TICKET.solved,
      reopenUntil:
        ended && days !== null && days <= REOPEN_DAYS ? addDays(panamaDay(one.solvedAt!), REOPEN_DAYS) : null,
    },
  };
}

/** Median days from opening to solution of the category's tickets closed within a year; null unless there are enough. */
async function usualDays(ctx: Pick<Context, 'db' | 'now'>, categoryId: number): Promise<number | null> {
  const since = panamaInstant(addMonths(panamaDay(ctx.now), -12));
  const [found] = await rows<{ days: number; count: number }>(
    ctx.db,
    sql`select count(*)::int count, ceil(percentile_cont(0.5) within group (order by extract(epoch from t.solved_at - t.created_at)
        / 86400))::int days
      from tickets t where t.category_id = ${categoryId} and t.solved_at > ${since} and t.state_id = ${TICKET.closed}
        and t.merged_into_id is null and t.right_id is null`,
  );
  return found && found.count >= USUAL_FROM ? Math.max(1, found.days) : null;
}
