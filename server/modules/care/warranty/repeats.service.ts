import type { Repeats } from '#contract/care/warranty/model.ts';
import { PARTS, PART_NAMES, type Part } from '#contract/care/covers/parts.ts';
import { ERROR_RATE, findRepeats, type Built, type Defect } from '#contract/care/warranty/repeats.ts';
import { incidentKey } from '#contract/care/tickets/incident.ts';
import { OPEN_TICKETS, TICKET } from '#contract/care/tickets/rules.ts';
import { HANDOVER, PUNCH } from '#contract/care/handover/rules.ts';
import { panamaDay, addMonths } from '#contract/dates.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf, idOf, rows, sql, type Db } from '#server/kernel/db.ts';
import { reachOfRepeats } from './repeats.scope.ts';

/** Houses handed over in so many months are compared: what crews did before says little of now. */
const MONTHS = 36;

interface Asked {
  from: string;
  projectId?: number | undefined;
}

/** Which part of each house that was inspected a contractor built, and in which week it was approved. */
async function builtParts(ctx: Context, { from, projectId }: Asked): Promise<Built[]> {
  const found = await rows<Omit<Built, 'part'> & { activityId: number }>(
    ctx.db,
    sql`select j.house_id "house", h.model_id "model", c.contractor_id "contractor", j.activity_id "activityId",
        coalesce(to_char((select max(n.created_at) from inspections n where n.job_id = j.id and n.result = 'aprobado')
          at time zone 'America/Panama', 'IYYY-"W"IW'), j.week, '') "week"
      from jobs j join contracts c on c.id = j.contract_id join houses h on h.id = j.house_id
      where j.approved_bp > 0 and exists (select from handovers k join handover_inspections i on i.handover_id = k.id
          where k.house_id = h.id and i.created_at >= ${from}::date)
        and ${reachOfRepeats(ctx)} ${projectId === undefined ? sql`` : sql`and h.project_id = ${projectId}`}
      order by j.house_id, j.activity_id, j.contract_id`,
  );
  const partOf = new Map<number, Part>(
    PART_NAMES.flatMap((part) => PARTS[part].activities.map((one) => [one, part] as const)),
  );
  const built = new Map<string, Built>();
  for (const { activityId, ...one } of found) {
    const part = partOf.get(activityId);
    if (!part) continue;
    // Of several activities of one part the first of its list answers, as in the punch list.
    const key = `${one.house} ${part}`;
    if (!built.has(key) || PARTS[part].activities[0] === activityId) built.set(key, { ...one, part });
  }
  return [...built.values()];
}

/**
 * Defects of houses: the punch lists' and the claims under warranty, each part of a house once. A claim out of cover is none: what
 * wears out after its time says nothing of who built it.
 */
const defectsOf = (db: Db, houses: readonly number[]): Promise<Defect[]> =>
  rows<Defect>(
    db,
    sql`select i.house_id "house", i.part from punch_items i
      where i.state_id <> ${idOf(PUNCH.voided)} and i.house_id = any(${sql.param([0, ...houses])}::bigint[])
      union select t.house_id, t.part from tickets t
      where t.part is not null and t.cover in ('por_ver', 'dentro') and t.state_id <> ${idOf(TICKET.cancelled)}
        and t.house_id = any(${sql.param([0, ...houses])}::bigint[])`,
  );

interface FoundIncident {
  key: string;
  id: number;
  code: string;
  projectId: number;
  houses: number;
}

/** The open tickets of repeated defects, one for each project, whoever asks. */
export const openIncidents = (db: Db, keys: readonly string[]): Promise<FoundIncident[]> =>
  rows<FoundIncident>(
    db,
    sql`select t.incident "key", t.id, t.code, t.project_id "projectId",
        (select count(*)::int from ticket_houses k where k.ticket_id = t.id) houses
      from tickets t where t.incident = any(${sql.param([...keys])}::text[]) and t.state_id in ${anyOf(OPEN_TICKETS)}
        and t.merged_into_id is null order by t.id`,
  );

/** Those that the caller sees by more than having one. */
async function incidentsSeen(ctx: Context, keys: readonly string[]): Promise<FoundIncident[]> {
  const reach = scopeOf(ctx, 'tickets.ver');
  if (keys.length === 0 || (reach?.scope !== 'todo' && reach?.scope !== 'sus_proyectos')) return [];
  return (await openIncidents(ctx.db, keys)).filter(
    ({ projectId }) => reach.scope === 'todo' || reach.projectIds.includes(projectId),
  );
}

/** The repeated defects of the houses in reach, with their names. */
export async function repeatedDefects(ctx: Context, projectId?: number): Promise<Repeats> {
  const from = addMonths(panamaDay(ctx.now), -MONTHS);
  const built = await builtParts(ctx, { from, projectId });
  const houses = [...new Set(built.map(({ house }) => house))];
  const defects = await defectsOf(ctx.db, houses);
  const groups = findRepeats(built, defects);
  const names = async (table: 'house_models' | 'partners', ids: readonly (number | undefined)[]) =>
    new Map(
      (
        await rows<{ id: number; name: string }>(
          ctx.db,
          sql`select id, name from ${sql.identifier(table)} where id = any(${sql.param([0, ...ids.filter((id) => id !== undefined)])}::bigint[])`,
        )
      ).map(({ id, name }) => [id, name]),
    );
  const models = await names(
    'house_models',
    groups.map(({ model }) => model),
  );
  const contractors = await names(
    'partners',
    groups.map(({ contractor }) => contractor),
  );
  const named = new Map(
    (
      await rows<{ id: number; name: string; handoverId: number | null }>(
        ctx.db,
        sql`select h.id, h.name, (select max(k.id) from handovers k where k.house_id = h.id and k.state_id <> ${idOf(HANDOVER.voided)}) "handoverId"
          from houses h where h.id = any(${sql.param([0, ...groups.flatMap((one) => one.houses)])}::bigint[])`,
      )
    ).map((one) => [one.id, one]),
  );
  const of = (ids: ReadonlyMap<number, string>, id: number | undefined) =>
    id === undefined ? null : { id, name: ids.get(id) ?? '' };
  const keyOf = (one: (typeof groups)[number]) =>
    incidentKey({
      part: one.part,
      model: one.model === undefined ? null : { id: one.model },
      contractor: one.contractor === undefined ? null : { id: one.contractor },
      week: one.week || null,
    });
  const incidents = await incidentsSeen(ctx, groups.map(keyOf));
  return {
    houses: houses.length,
    defects: defects.length,
    error_rate: ERROR_RATE,
    groups: groups.map((one) => ({
      part: one.part,
      model: of(models, one.model),
      contractor: of(contractors, one.contractor),
      week: one.week || null,
      built: one.built,
      houses: one.houses.map((id) => ({
        id,
        name: named.get(id)?.name ?? '',
        handover_id: named.get(id)?.handoverId ?? null,
      })),
      incidents: incidents.filter(({ key }) => key === keyOf(one)),
      elsewhere_percent: Math.round(one.elsewhere * 1000) / 10,
      error_rate: one.adjusted,
    })),
  };
}
