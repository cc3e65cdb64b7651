import { and, eq, isNull, sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import type { LostDay, LostReason } from '#contract/works/schedule/calendar.ts';
import { PERMITS_TO_BEGIN } from '#contract/works/schedule/rules.ts';
import { PERMIT } from '#contract/works/permits/rules.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { lostDays } from '#server/modules/works/diary/lostDays.service.ts';
import { scheduleStops } from './schedule.table.ts';

/** What a schedule needs to know of its contract. */
export interface Site {
  projectId: number;
  typeId: number;
  contractId: number;
  startsOn: string;
}

export interface LostSpan {
  from: string;
  to: string;
  reason: LostReason;
}

/** The days of a span, one by one. */
function* daysOf({ from, to, reason }: LostSpan): Generator<LostDay> {
  for (let day = from; day <= to; day = addDays(day, 1)) yield { day, reason };
}

/** Since a schedule's first day until the permits of each of its models: no house of the model begins. */
export async function permitsLate(
  db: Db,
  { startsOn }: Site,
  modelIds: readonly number[],
  today: string,
): Promise<Map<number, LostSpan>> {
  const found = await rows<{ model: number; until: string }>(
    db,
    sql`select model_id::int model, max(case when state_id = ${PERMIT.approved} then coalesce(approved_on - 1, '1900-01-01') else ${today}::date end)::text until
      from permits where model_id = any(${sql.param([...modelIds])}::bigint[]) and type_id = any(${sql.param([...PERMITS_TO_BEGIN])}::int[])
        and state_id <> ${PERMIT.notNeeded} group by model_id`,
  );
  return new Map(
    found
      .filter(({ until }) => until >= startsOn)
      .map(({ model, until }) => [model, { from: startsOn, to: until, reason: 'permiso' as const }]),
  );
}

/** Condition: stops in force that fall upon a contract. */
export const stopsUpon = ({ projectId, contractId }: Pick<Site, 'projectId' | 'contractId'>) =>
  and(
    eq(scheduleStops.projectId, projectId),
    isNull(scheduleStops.removedAt),
    sql`(${scheduleStops.contractId} is null or ${scheduleStops.contractId} = ${contractId})`,
  );

/** The lists of lost days of a schedule's houses, and which of them is each house's own. */
export async function lostDaysFor(
  db: Db,
  site: Site,
  houses: readonly { id: number; modelId: number }[],
  today: string,
): Promise<{ lost: Map<string, LostDay[]>; keyOf: (house: { id: number; modelId: number }) => string }> {
  const stops = await db.select().from(scheduleStops).where(stopsUpon(site));
  const models = [...new Set(houses.map(({ modelId }) => modelId))];
  const permits = await permitsLate(db, site, models, today);
  const spans = stops.map(({ houseId, fromDay, toDay, reason }) => ({
    houseId,
    from: fromDay,
    to: toDay,
    reason,
  }));
  const common: LostSpan[] = [
    ...(await lostDays(db, site)).map(({ day, reason }) => ({ from: day, to: day, reason })),
    ...spans.filter(({ houseId }) => houseId === null),
  ];
  const own = new Map<number, LostSpan[]>();
  for (const { houseId, ...span } of spans)
    if (houseId !== null) own.set(houseId, [...(own.get(houseId) ?? []), span]);
  const keyOf = ({ id, modelId }: { id: number; modelId: number }) =>
    own.has(id) ? `v${id}` : `m${modelId}`;
  const lost = new Map<string, LostDay[]>();
  for (const house of houses) {
    const key = keyOf(house);
    if (lost.has(key)) continue;
    const permit = permits.get(house.modelId);
    const all = [...common, ...(permit ? [permit] : []), ...(own.get(house.id) ?? [])];
    lost.set(
      key,
      all.flatMap((span) => [...daysOf(span)]),
    );
  }
  return { lost, keyOf };
}
