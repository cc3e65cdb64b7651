import { sql } from 'drizzle-orm';
import type { NewTicket, TicketChange } from '#contract/care/tickets/model.ts';
import {
  coverOf,
  isOpenTicket,
  REPEAT_DAYS,
  TICKET,
  ticketMachine,
  type ContactKind,
  type Cover,
  type TicketOrigin,
} from '#contract/care/tickets/rules.ts';
import type { Part } from '#contract/care/covers/parts.ts';
import { departments, priorities, ticketCategories } from '#contract/company/catalogs/ticketLists.ts';
import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { DAY_MS, panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { coverOfHouse } from '#server/modules/care/warranty/cover.service.ts';
import { chooseAssignee, giveTo, requireColleague } from './assign.service.ts';
import { deadlineColumns } from './deadlines.service.ts';
import { keepTicketPhotos } from './photos.service.ts';
import { lockTicketRow, type FoundTicket } from './tickets.queries.ts';
import { tickets } from './tickets.table.ts';
import { tellCustomer } from './told.service.ts';
import { factsOf, loadTicket, ofTicket, writeTicket, writeTicketState } from './write.service.ts';

/** A ticket as every way in opens it. */
export interface Opening {
  title: string;
  description: string;
  departmentId: number;
  categoryId: number;
  priorityId: number;
  /** Null for a request about personal data only. */
  projectId: number | null;
  houseId?: number | null;
  lotId?: number | null;
  saleId?: number | null;
  personId?: number | null;
  commonArea?: string | null;
  contactKind?: ContactKind | null;
  contactName?: string | null;
  contactPhone?: string | null;
  contactEmail?: string | null;
  origin: TicketOrigin;
  messageId?: number | null;
  rightId?: number | null;
  /** Last day set by law. */
  dueOn?: string | null;
  cover?: Cover | null;
  /** What of the house it is about. */
  part?: Part | null;
  assigneeId?: number | null;
  /** The defect that many houses share. */
  incident?: string;
  photos?: readonly UploadedFile[];
  /** Before the company moved in: its deadlines run from there. */
  openedAt?: Date;
}

/** The next priority above, of a defect that comes back to the same house within 90 days (anchors 60). */
async function priorityOf(ctx: Acting, { priorityId, categoryId, houseId }: Opening): Promise<number> {
  if (!houseId || priorityId >= 4) return priorityId;
  const since = new Date(ctx.now.getTime() - REPEAT_DAYS * DAY_MS);
  const before = await row(
    ctx.db,
    sql`select from tickets where house_id = ${houseId} and category_id = ${categoryId} and solved_at > ${since} limit 1`,
  );
  return before ? priorityId + 1 : priorityId;
}

/** Opens a ticket and gives it to whoever of its department has least to do. Returns its id. */
export async function openTicket(ctx: Acting, opening: Opening): Promise<number> {
  const { photos = [], assigneeId, openedAt = ctx.now, ...values } = opening;
  const year = Number(panamaDay(openedAt).slice(0, 4));
  const { code } = (await row<{ code: string }>(ctx.db, sql`select next_code('TK', ${year}::int) code`))!;
  const priorityId = await priorityOf(ctx, opening);
  const deadlines = await deadlineColumns(ctx, {
    stateId: TICKET.open,
    priorityId,
    clockFrom: openedAt,
    pausedMinutes: 0,
    answeredAt: null,
    answerAlert: 0,
    solveAlert: 0,
    merged: false,
    dueOn: opening.dueOn ?? null,
  });
  const [made] = await ctx.db
    .insert(tickets)
    .values({
      ...values,
      ...deadlines,
      priorityId,
      code,
      stateId: TICKET.open,
      stateSince: ctx.now,
      clockFrom: openedAt,
      createdBy: ctx.staff?.userId ?? null,
      createdAt: openedAt,
    })
    .returning({ id: tickets.id });
  const { id } = made!;
  await keepTicketPhotos(ctx, id, { ticketId: id }, photos);
  const one = (await lockTicketRow(ctx.db, id))!;
  await announce(ctx, { record: 'ticket', id, from: null, to: TICKET.open, ...ofTicket(one) });
  await audit(ctx, 'crear', 'ticket', id, { code, origin: opening.origin });
  await giveTo(ctx, one, one.departmentId, assigneeId ?? (await chooseAssignee(ctx, one.departmentId)));
  return id;
}

/** Opens a ticket in the office. Raises 422 at the fields. */
export async function openInOffice(ctx: Context, input: NewTicket): Promise<number> {
  const faults = await listFaults(ctx, input);
  const place = await placeOf(ctx, input);
  faults.push(...place.faults);
  if (faults.length > 0) throw invalid(faults);
  if (input.asignado_id !== undefined) await requireColleague(ctx, input.asignado_id, 'asignado_id');
  return openTicket(ctx, {
    title: input.titulo,
    description: input.descripcion,
    departmentId: input.departamento_id,
    categoryId: input.categoria_id,
    priorityId: input.prioridad_id,
    ...place.at!,
    contactKind: input.contacto ?? (place.at!.saleId ? 'comprador' : null),
    contactName: input.contacto_nombre || null,
    contactPhone: input.contacto_celular ?? null,
    contactEmail: input.contacto_email ?? null,
    origin: 'oficina',
    ...(await claimOf(ctx, { claims: input.garantia, part: input.parte, at: place.at! })),
    assigneeId: input.asignado_id ?? null,
    photos: ctx.uploads.get('fotos') ?? [],
  });
}

type Place = Required<
  Pick<Opening, 'houseId' | 'lotId' | 'saleId' | 'personId' | 'commonArea'> & { projectId: number }
>;

/** The place of a ticket: a house with its running sale, a sale by its code, or a common area of a project. */
async function placeOf(ctx: Context, input: NewTicket): Promise<{ faults: FieldError[]; at?: Place }> {
  const fault = (field: string, message: string) => ({ faults: [{ field, message }] });
  const reach = scopeOf(ctx, 'tickets.crear');
  const inReach = (projectId: number) =>
    reach?.scope !== 'sus_proyectos' || reach.projectIds.includes(projectId);
  if (input.venta) {
    const sale = await row<Place>(ctx.db, sql`${SALE_PLACE} where s.code = ${input.venta}`);
    return sale && inReach(sale.projectId)
      ? { faults: [], at: { ...sale, commonArea: null } }
      : fault('venta', 'No hay una venta con ese código.');
  }
  if (input.vivienda_id !== undefined) {
    const house = await row<Place>(
      ctx.db,
      sql`select h.project_id "projectId", h.id "houseId", h.lot_id "lotId", s.id "saleId", s.person_id "personId"
        from houses h left join lot_claims c on c.lot_id = h.lot_id and c.released_at is null and c.kind = 'sale'
        left join sales s on s.id = c.sale_id where h.id = ${input.vivienda_id} and h.archived_at is null`,
    );
    if (!house || !inReach(house.projectId)) return fault('vivienda_id', 'Elige una vivienda de la lista.');
    // Of a resold or let house the buyer does not follow what others ask for.
    const others = input.contacto === 'nuevo_dueno' || input.contacto === 'ocupante';
    return {
      faults: [],
      at: { ...house, ...(others && { saleId: null, personId: null }), commonArea: null },
    };
  }
  if (input.proyecto_id === undefined)
    return fault('vivienda_id', 'Elige la vivienda, la venta o el área común.');
  if (!input.area_comun) return fault('area_comun', 'Escribe de qué área común se trata.');
  const project = await row(
    ctx.db,
    sql`select from projects where id = ${input.proyecto_id} and archived_at is null`,
  );
  if (!project || !inReach(input.proyecto_id)) return fault('proyecto_id', 'Elige un proyecto de la lista.');
  const none = { houseId: null, lotId: null, saleId: null, personId: null };
  return { faults: [], at: { ...none, projectId: input.proyecto_id, commonArea: input.area_comun } };
}

const TITLE = 80;
/** The first line of what somebody wrote, short enough for a title. */
export const firstLine = (text: string): string =>
  text
    .trim()
    .split(/[\r\n]/, 1)[0]!
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, TITLE)
    .trim();

/** A sale with its lot and house, as the place of a ticket. */
export const SALE_PLACE =
  sql.raw(`select s.project_id "projectId", h.id "houseId", c.lot_id "lotId", s.id "saleId",
  s.person_id "personId" from sales s left join lot_claims c on c.sale_id = s.id and c.released_at is null
  left join houses h on h.lot_id = c.lot_id and h.archived_at is null`);

interface Claim {
  /** It is a claim under warranty. */
  claims: boolean;
  part: Part | undefined;
  at: Pick<Opening, 'houseId' | 'lotId'>;
  /** Day of the claim; today unless it is older. */
  day?: string;
}

/** The part and the cover of a claim: the warranty's clocks say it for a part; no claim has neither. */
async function claimOf(ctx: Acting, { claims, part, at, day = panamaDay(ctx.now) }: Claim) {
  if (!claims) return { part: null, cover: null };
  if (!part || !at.houseId) return { part: null, cover: await coverNow(ctx, at) };
  const known = await coverOfHouse(ctx.db, { houseId: at.houseId, part, day });
  return { part, cover: known ? (known.covered ? 'dentro' : 'fuera') : await coverNow(ctx, at) } as const;
}

/** The cover of a claim without a part: out without a delivered house, else to be looked at. */
async function coverNow(ctx: Acting, { lotId }: Pick<Opening, 'lotId'>): Promise<Cover> {
  const delivered = await row<{ day: string | null }>(
    ctx.db,
    sql`select h.delivery_on::text "day" from lots l left join houses h on h.lot_id = l.id and h.archived_at is null
      where l.id = ${lotId ?? 0} and l.state_id = ${LOT_STATE.delivered}`,
  );
  const today = panamaDay(ctx.now);
  return coverOf({ deliveredOn: delivered ? (delivered.day ?? today) : null, dueOn: null, claimedOn: today });
}

async function listFaults(
  ctx: Pick<Context, 'db'>,
  input: Pick<NewTicket, 'departamento_id' | 'categoria_id' | 'prioridad_id'>,
  kept?: FoundTicket,
): Promise<FieldError[]> {
  const lists = [
    ['departamento_id', departments, 'Elige un departamento de la lista.', kept?.departmentId],
    ['categoria_id', ticketCategories, 'Elige una categoría de la lista.', kept?.categoryId],
    ['prioridad_id', priorities, 'Elige una prioridad de la lista.', kept?.priorityId],
  ] as const;
  const faults: FieldError[] = [];
  for (const [field, list, message, before] of lists)
    if (input[field] !== before && !(await isOffered(ctx.db, list, input[field])))
      faults.push({ field, message });
  return faults;
}

/** Changes what is known of a ticket; its deadlines follow the priority. Raises 404, 409 STALE, 422 at the fields. */
export async function changeTicket(ctx: Context, id: number, change: TicketChange): Promise<void> {
  const one = await loadTicket(ctx, id, 'tickets.editar');
  if (change.version !== undefined && change.version !== one.version)
    throw conflict('STALE', undefined, { version: one.version });
  if (!isOpenTicket(one.stateId)) throw conflict('STALE', 'Este ticket ya terminó: reábrelo para cambiarlo.');
  const faults = await listFaults(ctx, change, one);
  if (faults.length > 0) throw invalid(faults);
  const claim = await claimOf(ctx, {
    claims: change.garantia,
    part: change.parte,
    at: one,
    day: panamaDay(one.createdAt),
  });
  // What somebody chooses stays, until another part has its own cover.
  const chosen = change.cubre !== undefined && change.cubre !== one.cover;
  const kept = chosen ? change.cubre : claim.part === one.part ? one.cover : null;
  const cover = change.garantia ? (kept ?? claim.cover) : null;
  const quoteCents =
    cover !== 'fuera'
      ? null
      : change.cotizacion_centavos === undefined
        ? one.quoteCents
        : change.cotizacion_centavos;
  const quoted = quoteCents !== one.quoteCents;
  await writeTicket(ctx, one, {
    part: claim.part,
    title: change.titulo,
    description: change.descripcion,
    departmentId: change.departamento_id,
    categoryId: change.categoria_id,
    priorityId: change.prioridad_id,
    contactKind: change.contacto ?? null,
    contactName: change.contacto_nombre || null,
    contactPhone: change.contacto_celular ?? null,
    contactEmail: change.contacto_email ?? null,
    cover,
    quoteCents,
    // What was said to another amount does not hold for this one.
    ...(quoted && { quoteAccepted: null, quoteAnsweredAt: null }),
  });
  await announce(ctx, { record: 'ticket', id, verb: 'cambiar', ...ofTicket(one) });
  await audit(ctx, 'cambiar', 'ticket', id, {
    before: {
      departmentId: one.departmentId,
      categoryId: one.categoryId,
      priorityId: one.priorityId,
      cover: one.cover,
      quoteCents: one.quoteCents,
    },
    after: {
      departmentId: change.departamento_id,
      categoryId: change.categoria_id,
      priorityId: change.prioridad_id,
      cover,
      quoteCents,
    },
  });
  if (quoted && quoteCents !== null) await tellCustomer(ctx, id, 'cotizacion', false);
}

/** Moves a ticket at a user's request. Raises 404, 403, 409 STALE, 422. */
export async function changeTicketState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const one = await loadTicket(ctx, id, 'tickets.ver');
  const { may, ...facts } = await factsOf(ctx, one);
  checkTransition(ticketMachine, one, change, facts, may);
  await writeTicketState(ctx, one, change.estado_id, {}, change.motivo);
  await audit(ctx, 'cambiar_estado', 'ticket', id, { from: one.stateId, to: change.estado_id });
  await tellCustomer(ctx, one.id, change.estado_id);
}
