import { and, eq, sql } from 'drizzle-orm';
import type { SiteCalendar } from '#contract/works/schedule/calendar.ts';
import { forecastEnd } from '#contract/works/schedule/forecast.ts';
import { doneOf, lastDay, type SolvedTask } from '#contract/works/schedule/solving.ts';
import type { HouseForecast } from '#contract/works/schedule/model.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import type { LoadedSchedule } from './loaded.service.ts';
import { pastPaces } from './pace.service.ts';
import { scheduleHouses, schedules } from './schedule.table.ts';

interface Days {
  calendar: SiteCalendar;
  today: string;
}

/**
 * When each house of a schedule ends, from the real pace of the last houses. What waits for its crew waits as
 * long as in the schedule. Houses that have not begun and share a plan take as long: they are counted once.
 */
export async function forecastHouses(
  ctx: Pick<Acting, 'db' | 'now'>,
  scheduleId: number,
  { site, houses: lines, templates }: LoadedSchedule,
  solved: readonly SolvedTask[],
  { calendar, today }: Days,
): Promise<void> {
  const past = await pastPaces(ctx, site.projectId);
  const spans = new Map<number, { start: number; end: number }>();
  for (const { house, start, finish } of solved) {
    const known = spans.get(house);
    const [from, to] = [calendar.indexOf(start), calendar.indexOf(finish) + 1];
    spans.set(house, {
      start: Math.min(known?.start ?? from, from),
      end: Math.max(known?.end ?? to, to),
    });
  }
  const lengths = new Map<number, { p50: number; p80: number; plan: number }>();
  const told = lines.map((line) => {
    const { start, end } = spans.get(line.id)!;
    if (line.tasks.every(({ finishedOn }) => finishedOn !== null)) return { id: line.id, p50: end, p80: end };
    const template = templates.get(line.planId)!;
    const done = doneOf(line, calendar);
    if (done.size > 0) {
      const at = { start, now: calendar.indexOf(today) };
      return { id: line.id, ...withWaits(forecastEnd(template, { id: line.id, done }, at, past), end) };
    }
    let length = lengths.get(line.planId);
    if (!length) {
      length = forecastEnd(template, { id: line.id }, { start: 0 }, past);
      lengths.set(line.planId, length);
    }
    const { p50, p80, plan } = length;
    return {
      id: line.id,
      ...withWaits({ p50: start + p50, p80: start + p80, plan: start + plan }, end),
    };
  });
  const written = told.map(({ id, p50, p80 }) => ({
    id,
    p50: lastDay(calendar, p50 - 1, p50),
    p80: lastDay(calendar, p80 - 1, p80),
  }));
  await ctx.db.execute(sql`update schedule_houses h set p50 = n.p50, p80 = n.p80, past_houses = ${past.length}
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) n(id bigint, p50 date, p80 date)
    where h.schedule_id = ${scheduleId} and h.house_id = n.id
      and (h.p50, h.p80, h.past_houses::int) is distinct from (n.p50, n.p80, ${past.length}::int)`);
}

/** Adds what a house waits for crews and lost days beyond its own plan. */
function withWaits({ p50, p80, plan }: { p50: number; p80: number; plan: number }, end: number) {
  const waits = Math.max(end - plan, 0);
  return { p50: p50 + waits, p80: p80 + waits };
}

/**
 * When houses end: by the base line, by the schedule as it stands, and by the real pace of past houses. A
 * house of several contracts has a row for each.
 */
export const houseForecasts = async (
  ctx: Pick<Context, 'db' | 'staff'>,
  where: ReturnType<typeof and>,
): Promise<HouseForecast[]> => {
  const found = await ctx.db
    .select({
      house: { id: houses.id, name: houses.name },
      contract: { id: contracts.id, name: contracts.name, reference: contracts.reference },
      base_finish: sql<string>`(select max(t.base_finish)::text from schedule_tasks t where t.schedule_id = ${scheduleHouses.scheduleId} and t.house_id = ${scheduleHouses.houseId})`,
      finish: sql<string>`(select max(t.finish)::text from schedule_tasks t where t.schedule_id = ${scheduleHouses.scheduleId} and t.house_id = ${scheduleHouses.houseId})`,
      p50: scheduleHouses.p50,
      p80: scheduleHouses.p80,
      houses: scheduleHouses.pastHouses,
    })
    .from(scheduleHouses)
    .innerJoin(schedules, eq(schedules.id, scheduleHouses.scheduleId))
    .innerJoin(contracts, eq(contracts.id, schedules.contractId))
    .innerJoin(houses, eq(houses.id, scheduleHouses.houseId))
    .where(and(where, contractsInReach(ctx, 'contratos.ver')))
    .orderBy(houses.name, contracts.id);
  return found;
};
