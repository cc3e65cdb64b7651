import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { permitStates, permitTypes, PermitTypeWords } from '#contract/company/catalogs/permitLists.ts';
import type { HouseBlocker } from '#contract/projects/houses/blockers.ts';
import { heldSentence, levelOf, PERMIT, type PermitLevel } from '#contract/works/permits/rules.ts';
import { idOf, rows, type Db } from '#server/kernel/db.ts';
import { catalogLabels, catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';

export interface PermitType {
  id: number;
  name: string;
  entidad: string;
  nivel: PermitLevel;
  obra: boolean;
  entrega: boolean;
}

/** The offered types of permits in the office's order, with what each stops. */
export async function offeredTypes(db: Db): Promise<PermitType[]> {
  const found = await catalogOptions(db, permitTypes);
  return found.map((one) => {
    const { entidad, nivel, obra, entrega } = PermitTypeWords.parse(one);
    return { id: Number(one.id), name: String(one['name']), entidad, nivel: levelOf(nivel), obra, entrega };
  });
}

interface Found {
  houseId: number;
  typeId: number;
  permitId: number | null;
  stateId: number | null;
  expiresOn: string | null;
  expectedOn: string | null;
}

/**
 * What holds houses up, by house: of each type that stops works or handing over, the permit of the house, or else of its
 * model, or else of its project, if it is not in force on that day; or none. `where`: over a row `h` of houses.
 */
export async function permitBlockers(
  db: Db,
  where: SQL,
  today: string,
): Promise<Map<number, HouseBlocker[]>> {
  const stopping = (await offeredTypes(db)).filter(({ obra, entrega }) => obra || entrega);
  const blockers = new Map<number, HouseBlocker[]>();
  if (stopping.length === 0) return blockers;
  const states = await catalogLabels(db, permitStates);
  const byId = new Map(stopping.map((one) => [one.id, one]));
  for (const one of await findMissing(db, [...byId.keys()], where, today)) {
    const type = byId.get(one.typeId)!;
    const blocker: HouseBlocker = {
      tipo: { id: type.id, name: type.name },
      detiene: type.obra ? 'obra' : 'entrega',
      permiso_id: one.permitId,
      estado: one.stateId === null ? null : { id: one.stateId, name: states.get(one.stateId) ?? '' },
      vencio: one.expiresOn !== null && one.expiresOn < today ? one.expiresOn : null,
      previsto: one.expectedOn,
    };
    blockers.set(one.houseId, [...(blockers.get(one.houseId) ?? []), blocker]);
  }
  return blockers;
}

/** A finished house needs nothing more to be built. */
const findMissing = (db: Db, typeIds: readonly number[], where: SQL, today: string) =>
  rows<Found>(
    db,
    sql`select h.id "houseId", t.id "typeId", p.id "permitId", p.state_id "stateId", p.expires_on::text "expiresOn", p.expected_on::text "expectedOn"
      from houses h cross join unnest(${sql.param([...typeIds])}::int[]) with ordinality t(id, place)
      left join lateral (${nearest(sql`t.id`)}) p on true
      where h.archived_at is null and ${where}
        and (p.id is null or not (p.state_id = ${idOf(PERMIT.notNeeded)}
          or (p.state_id = ${idOf(PERMIT.approved)} and (p.expires_on is null or p.expires_on >= ${today}))))
      order by h.id, t.place`,
  );

/** The permit of a type that counts for a row `h` of houses: its own before its model's before its project's. */
const nearest = (
  typeId: SQL,
): SQL => sql`select * from permits p where p.project_id = h.project_id and p.type_id = ${typeId}
  and (p.house_id = h.id or p.model_id = h.model_id or (p.model_id is null and p.house_id is null))
  order by p.house_id is null, p.model_id is null limit 1`;

/** What does not let houses be built on that day, as a sentence by house: its first permit of `obra` that is not in force. */
export async function heldUp(
  db: Db,
  houseIds: readonly number[],
  today: string,
): Promise<Map<number, string>> {
  if (houseIds.length === 0) return new Map();
  const found = await permitBlockers(db, sql`h.id = any(${sql.param([...houseIds])}::bigint[])`, today);
  return new Map(
    [...found].flatMap(([id, blockers]) => {
      const first = blockers.find(({ detiene }) => detiene === 'obra');
      return first ? [[id, heldSentence(first)] as const] : [];
    }),
  );
}

/** Days on which a permit lets nothing new begin in a house. Both are days without it. */
export interface ClosedByPermit {
  type: string;
  from: string;
  to: string;
}

/**
 * The same over time, by house: from `since` to the day before the approval, and from the day after the last one that it
 * held. What is not in force today is thought to be so until its expected day, or else until tomorrow.
 */
export async function closedByPermits(
  db: Db,
  { houseIds, since, today }: { houseIds: readonly number[]; since: string; today: string },
): Promise<Map<number, ClosedByPermit[]>> {
  const closed = new Map<number, ClosedByPermit[]>();
  const stopping = new Map((await offeredTypes(db)).filter(({ obra }) => obra).map((one) => [one.id, one]));
  if (stopping.size === 0 || houseIds.length === 0) return closed;
  const found = await rows<{
    houseId: number;
    typeId: number;
    stateId: number | null;
    approvedOn: string | null;
    expiresOn: string | null;
    expectedOn: string | null;
  }>(
    db,
    sql`select h.id::int "houseId", t.id "typeId", p.state_id "stateId", p.approved_on::text "approvedOn", p.expires_on::text "expiresOn",
        p.expected_on::text "expectedOn"
      from houses h cross join unnest(${sql.param([...stopping.keys()])}::int[]) with ordinality t(id, place)
        left join lateral (${nearest(sql`t.id`)}) p on true
      where h.id = any(${sql.param([...houseIds])}::bigint[]) order by h.id, t.place`,
  );
  for (const { houseId, typeId, stateId, approvedOn, expiresOn, expectedOn } of found) {
    if (stateId === PERMIT.notNeeded) continue;
    const open = expectedOn !== null && expectedOn > today ? addDays(expectedOn, -1) : today;
    const held = stateId === PERMIT.approved || stateId === PERMIT.expired;
    const spans = held
      ? [{ from: since, to: approvedOn === null ? '' : addDays(approvedOn, -1) }]
      : [{ from: since, to: open }];
    if (held && expiresOn !== null && expiresOn < today)
      spans.push({ from: addDays(expiresOn, 1), to: open });
    for (const { from, to } of spans) {
      const first = from < since ? since : from;
      if (to < first) continue;
      const { name } = stopping.get(typeId)!;
      closed.set(houseId, [...(closed.get(houseId) ?? []), { type: name, from: first, to }]);
    }
  }
  return closed;
}

const SHOWN = 12;

/** The houses under construction or to be built for which this permit is the one that counts; the first ones by name. */
export async function heldHouses(
  db: Db,
  { id, typeId, projectId, finished }: { id: number; typeId: number; projectId: number; finished: boolean },
): Promise<{ total: number; viviendas: { id: number; name: string }[] }> {
  const found = await rows<{ id: number; name: string; total: number }>(
    db,
    sql`select h.id, h.name, count(*) over ()::int total from houses h
      left join lateral (${nearest(sql`${typeId}`)}) p on true
      where h.project_id = ${projectId} and h.archived_at is null and p.id = ${id}
        ${finished ? sql`` : sql`and h.progress_percent < 100`}
      order by h.name, h.id limit ${SHOWN}`,
  );
  return {
    total: found[0]?.total ?? 0,
    viviendas: found.map(({ id: houseId, name }) => ({ id: houseId, name })),
  };
}
