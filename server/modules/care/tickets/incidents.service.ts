import { AFTER_SALES, CATEGORY_OF_PART, OPEN_TICKETS, OTHER_CATEGORY } from '#contract/care/tickets/rules.ts';
import { incidentKey, placeOfIncident, type OpenIncident } from '#contract/care/tickets/incident.ts';
import { PARTS } from '#contract/care/covers/parts.ts';
import { weekText } from '#contract/dates.ts';
import type { RepeatGroup } from '#contract/care/warranty/model.ts';
import { ticketCategories } from '#contract/company/catalogs/ticketLists.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf, holdName, rows, sql } from '#server/kernel/db.ts';
import { conflict, forbidden } from '#server/kernel/errors.ts';
import { known } from '#server/kernel/known.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { openIncidents, repeatedDefects } from '#server/modules/care/warranty/repeats.service.ts';
import { joinTickets } from './merge.service.ts';
import { lockTicketRow } from './tickets.queries.ts';
import { ticketsInReach } from './tickets.scope.ts';
import { openTicket } from './tickets.service.ts';
import { ticketHouses } from './tickets.table.ts';
import { writeTicket } from './write.service.ts';

/** Alta: one cause in many houses. */
const HIGH = 3;
const TITLE = 120;

interface House {
  id: number;
  name: string;
  projectId: number;
}

/**
 * Opens one ticket for a defect that many houses share, in each project that they are in, and merges into it what their families
 * asked under warranty; of an incident that is open it adds new houses and claims. Each family keeps seeing the own ticket alone.
 * Raises 403, 409 STALE when the defect is not found any more.
 */
export async function openIncident(ctx: Context, asked: OpenIncident) {
  const same = (one: RepeatGroup) =>
    one.part === asked.parte &&
    (one.model?.id ?? null) === (asked.modelo_id ?? null) &&
    (one.contractor?.id ?? null) === (asked.contratista_id ?? null) &&
    one.week === (asked.semana ?? null);
  const group = (await repeatedDefects(ctx)).groups.find(same);
  if (!group) throw conflict('STALE', 'Ese defecto ya no aparece entre los repetidos.');
  const key = incidentKey(group);
  await holdName(ctx.db, `incident ${key}`);
  const reach = scopeOf(ctx, 'tickets.crear');
  const houses = (
    await rows<House>(
      ctx.db,
      sql`select id, name, project_id "projectId" from houses where id in ${ids(group.houses)} order by name, id`,
    )
  ).filter(({ projectId }) => reach?.scope !== 'sus_proyectos' || reach.projectIds.includes(projectId));
  if (houses.length === 0) throw forbidden();
  // Before anything is opened: whoever asks for help locks a sale before the assignment of tickets.
  const claims = await lockTickets(ctx, group, houses);
  const open = await openIncidents(ctx.db, [key]);
  for (const [projectId, own] of Map.groupBy(houses, (one) => one.projectId)) {
    const kept = open.find((one) => one.projectId === projectId);
    const id = kept?.id ?? (await openOne(ctx, group, projectId, own));
    await ctx.db
      .insert(ticketHouses)
      .values(own.map((house) => ({ ticketId: id, houseId: house.id })))
      .onConflictDoNothing();
    if (kept) {
      await writeTicket(ctx, (await lockTicketRow(ctx.db, id))!, { commonArea: await placeNow(ctx, id) });
      await announce(ctx, { record: 'ticket', id, verb: 'cambiar' });
    }
    for (const claim of claims) if (claim.projectId === projectId) await joinTickets(ctx, claim.id, id);
    await audit(ctx, 'unir', 'ticket', id, { incident: key, houses: own.length });
  }
  return openIncidents(ctx.db, [key]);
}

const ids = (list: readonly { id: number }[]) =>
  sql`(select unnest(${sql.param(list.map(({ id }) => id))}::bigint[]))`;

async function openOne(ctx: Context, group: RepeatGroup, projectId: number, houses: readonly House[]) {
  const category = CATEGORY_OF_PART[group.part];
  const who = [
    group.contractor && `de ${group.contractor.name}`,
    group.model && `modelo ${group.model.name}`,
    group.week && weekText(group.week).split(' · ')[0]!.toLowerCase(),
  ].filter(Boolean);
  return openTicket(ctx, {
    title: `${PARTS[group.part].label}, ${who.join(', ')}`.slice(0, TITLE),
    description: `El mismo defecto en ${houses.map(({ name }) => name).join(', ')}. De ${group.built} viviendas lo tienen ${group.houses.length}.`,
    departmentId: AFTER_SALES,
    categoryId: (await isOffered(ctx.db, ticketCategories, category)) ? category : OTHER_CATEGORY,
    priorityId: HIGH,
    projectId,
    commonArea: placeOfIncident(houses.map(({ name }) => name)),
    origin: 'oficina',
    incident: incidentKey(group),
  });
}

async function placeNow(ctx: Context, ticketId: number): Promise<string> {
  const found = await rows<{ name: string }>(
    ctx.db,
    sql`select h.name from ticket_houses k join houses h on h.id = k.house_id where k.ticket_id = ${ticketId} order by h.name, h.id`,
  );
  return placeOfIncident(found.map(({ name }) => name));
}

/**
 * The open claims of these houses about the group's part that the caller may merge and that stand by themselves: not merged, no other merged into them, and no
 * contractor at work. Locks them and the group's open incidents, after their sales.
 */
async function lockTickets(ctx: Context, group: RepeatGroup, houses: readonly House[]) {
  const which = sql`t.house_id in ${ids(houses)} and t.part = ${group.part} and t.cover in ('por_ver', 'dentro')
    and t.state_id in ${anyOf(OPEN_TICKETS)} and t.merged_into_id is null
    and not exists (select from tickets m where m.merged_into_id = t.id) and ${ticketsInReach(ctx, 'tickets.editar')}`;
  await ctx.db.execute(
    sql`select from sales where id in (select t.sale_id from tickets t where ${which}) order by id for no key update`,
  );
  const locked = await rows<{ id: number; projectId: number; incident: string | null }>(
    ctx.db,
    sql`select t.id, t.project_id "projectId", t.incident from tickets t
      where (${which} and ${known(ctx, 'ticket', 'order')} is null)
        or (t.incident = ${incidentKey(group)} and t.state_id in ${anyOf(OPEN_TICKETS)} and t.merged_into_id is null)
      order by t.id for no key update of t`,
  );
  return locked.filter(({ incident }) => incident === null);
}
