import { and, eq, isNull, sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import type { LostDay, LostReason } from '#contract/works/schedule/calendar.ts';
import type { Db } from '#server/kernel/db.ts';
import { lostDays } from '#server/modules/works/diary/lostDays.service.ts';
import { closedByPermits } from '#server/modules/works/permits/blockers.service.ts';
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
  houseIds: readonly number[],
  today: string,
): Promise<{ lost: Map<string, LostDay[]>; keyOf: (houseId: number) => string }> {
  const stops = await db.select().from(scheduleStops).where(stopsUpon(site));
  const permits = await closedByPermits(db, { houseIds, since: site.startsOn, today });
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
  const add = (houseId: number, span: LostSpan) => own.set(houseId, [...(own.get(houseId) ?? []), span]);
  for (const { houseId, ...span } of spans) if (houseId !== null) add(houseId, span);
  for (const [houseId, closed] of permits)
    for (const { from, to } of closed) add(houseId, { from, to, reason: 'permiso' });
  // Houses that lose the same days share one list: a permit of a model stops hundreds of them.
  const keys = new Map<string, string>();
  const lost = new Map<string, LostDay[]>();
  const keyOfHouse = new Map<number, string>();
  for (const houseId of houseIds) {
    const mine = own.get(houseId) ?? [];
    const same = JSON.stringify(mine);
    const key = keys.get(same) ?? `l${keys.size}`;
    keyOfHouse.set(houseId, key);
    if (keys.has(same)) continue;
    keys.set(same, key);
    lost.set(
      key,
      [...common, ...mine].flatMap((span) => [...daysOf(span)]),
    );
  }
  return { lost, keyOf: (houseId) => keyOfHouse.get(houseId)! };
}
