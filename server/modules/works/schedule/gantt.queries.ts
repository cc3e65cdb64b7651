import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Gantt, GanttSchedule, SchedulableContract } from '#contract/works/schedule/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contractHouses, contracts } from '#server/modules/works/contracts/construction.table.ts';
import { loadSchedule, type ScheduleRow } from './loaded.service.ts';
import { scheduleCrews, scheduleHouses, schedules } from './schedule.table.ts';
import { siteDays } from './siteDays.service.ts';
import { stopsOf } from './stops.service.ts';

interface Asked {
  proyecto_id?: number | undefined;
  contrato_id?: number | undefined;
  cronograma?: number | undefined;
}

/** The schedules of a project that the caller sees; without a wish, of the project that was stamped last. Raises 404. */
export async function presentGantt(ctx: Context, asked: Asked): Promise<Gantt> {
  const all = await ctx.db
    .select({
      schedule: schedules,
      contract: { id: contracts.id, name: contracts.name, reference: contracts.reference },
      typeId: contracts.typeId,
      project: { id: projects.id, name: projects.name },
      mayMove: sql<boolean>`(${contractsInReach(ctx, 'contratos.crear') ?? sql`true`})`,
    })
    .from(schedules)
    .innerJoin(contracts, eq(contracts.id, schedules.contractId))
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .where(contractsInReach(ctx, 'contratos.ver'))
    .orderBy(desc(schedules.stampedAt), desc(schedules.id));
  const found = all.find(
    ({ schedule, contract, project }) =>
      (asked.proyecto_id === undefined || project.id === asked.proyecto_id) &&
      (asked.contrato_id === undefined || contract.id === asked.contrato_id) &&
      (asked.cronograma === undefined || schedule.id === asked.cronograma),
  );
  if (!found && asked.cronograma !== undefined) throw notFound();
  const projectsSeen = new Map(all.map(({ project }) => [project.id, project]));
  const shown = all
    .filter(
      ({ project, contract }) =>
        project.id === found?.project.id &&
        (asked.contrato_id === undefined || contract.id === asked.contrato_id),
    )
    .toReversed();
  const today = panamaDay(ctx.now);
  const { week, off } = await siteDays(ctx.db);
  const list: GanttSchedule[] = [];
  const seen: Parameters<typeof stopsOf>[2][number][] = [];
  for (const { schedule, contract, mayMove, typeId } of shown) {
    const answer = await presentOne(ctx, schedule, { contract, mayMove, today });
    list.push(answer);
    seen.push({
      contractId: contract.id,
      typeId,
      startsOn: schedule.startsOn,
      houseIds: answer.houses.map(({ id }) => id),
    });
  }
  const names = await catalogLabels(ctx.db, contractActivities);
  return {
    project: found?.project ?? null,
    projects: [...projectsSeen.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
    today,
    week,
    days_off: off,
    activities: [...names].map(([id, name]) => ({ id, name })),
    schedules: list,
    stops: found ? await stopsOf(ctx, found.project, seen) : [],
  };
}

async function presentOne(
  ctx: Context,
  schedule: ScheduleRow,
  { contract, mayMove, today }: { contract: GanttSchedule['contract']; mayMove: boolean; today: string },
): Promise<GanttSchedule> {
  const loaded = await loadSchedule(ctx.db, schedule, today);
  const named = await ctx.db
    .select({ id: houses.id, name: houses.name, block: lots.block })
    .from(scheduleHouses)
    .innerJoin(houses, eq(houses.id, scheduleHouses.houseId))
    .innerJoin(lots, eq(lots.id, houses.lotId))
    .where(eq(scheduleHouses.scheduleId, schedule.id));
  const byId = new Map(named.map((one) => [one.id, one]));
  return {
    id: schedule.id,
    version: schedule.version,
    contract,
    starts_on: schedule.startsOn,
    pace: schedule.pace,
    may_move: mayMove,
    crews: [...loaded.crews].map(([activity_id, count]) => ({ activity_id, count })),
    plans: [...loaded.templates].map(([id, { activities, links }]) => ({
      id,
      activities: activities.map(({ id: activity, days, outdoors }) => ({ id: activity, days, outdoors })),
      links: [...links],
    })),
    lost: [...loaded.lost].map(([key, days]) => ({ key, days: [...days] })),
    houses: loaded.houses.map((house) => ({
      id: house.id,
      name: byId.get(house.id)?.name ?? '',
      block: byId.get(house.id)?.block ?? '',
      plan_id: house.planId,
      not_before: house.notBefore,
      lost: house.lost,
      p50: house.p50,
      p80: house.p80,
      forecast_houses: house.pastHouses,
      tasks: house.tasks.map((task) => ({
        id: task.id,
        a: task.activity,
        crew: task.crew,
        bs: task.baseStart,
        bf: task.baseFinish,
        s: task.start,
        f: task.finish,
        float: task.float,
        critical: task.critical,
        driving: task.driving,
        nb: task.notBefore,
        started: task.startedOn,
        finished: task.finishedOn,
        percent: task.percent ?? 0,
      })),
    })),
  };
}

/** The caller's contracts of houses, with their schedules, the newest first. */
export async function schedulableContracts(
  ctx: Context,
  projectId: number | undefined,
): Promise<SchedulableContract[]> {
  const may = contractsInReach(ctx, 'contratos.crear') ?? sql`true`;
  const found = await ctx.db
    .select({
      id: contracts.id,
      name: contracts.name,
      reference: contracts.reference,
      project: { id: projects.id, name: projects.name },
      state: {
        id: contracts.stateId,
        name: sql<string>`(select label from catalog_items where catalog = 'estados_contrato' and catalog_items.id = ${contracts.stateId})`,
      },
      houses: sql<number>`(select count(*)::int from ${contractHouses} h where h.contract_id = ${contracts.id})`,
      starts_on: contracts.startsOn,
      may_stamp: sql<boolean>`(${may} and ${contracts.stateId} <= ${CONTRACT_STATE.finished})`,
      schedule: schedules,
      base_finish: sql<string>`(select max(t.base_finish)::text from schedule_tasks t where t.schedule_id = ${schedules.id})`,
      finish: sql<string>`(select max(t.finish)::text from schedule_tasks t where t.schedule_id = ${schedules.id})`,
      late: sql<number>`(select count(*)::int from schedule_tasks t where t.schedule_id = ${schedules.id} and t.late > 0 and t.finished_on is null)`,
    })
    .from(contracts)
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .leftJoin(schedules, eq(schedules.contractId, contracts.id))
    .where(
      and(
        contractsInReach(ctx, 'contratos.ver'),
        projectId === undefined ? undefined : eq(projects.id, projectId),
        eq(contracts.measure, 'actividades'),
        sql`${contracts.stateId} <> ${CONTRACT_STATE.rescinded}`,
        sql`exists (select from ${contractHouses} h where h.contract_id = ${contracts.id})`,
      ),
    )
    .orderBy(asc(projects.name), desc(contracts.id))
    .limit(500);
  const ids = found.flatMap(({ schedule }) => (schedule ? [schedule.id] : []));
  const crews = await ctx.db
    .select()
    .from(scheduleCrews)
    .where(inArray(scheduleCrews.scheduleId, [0, ...ids]))
    .orderBy(asc(scheduleCrews.activityId));
  return found.map(({ schedule, base_finish, finish, late, ...one }) => ({
    ...one,
    schedule: schedule && {
      id: schedule.id,
      version: schedule.version,
      starts_on: schedule.startsOn,
      pace: schedule.pace,
      base_finish,
      finish,
      late_tasks: late,
      crews: crews
        .filter(({ scheduleId }) => scheduleId === schedule.id)
        .map(({ activityId, count }) => ({ activity_id: activityId, count })),
    },
  }));
}
