import { and, asc, eq, sql } from 'drizzle-orm';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { StampForm, StampPreview } from '#contract/works/schedule/model.ts';
import { solveSchedule, type Schedule } from '#contract/works/schedule/solving.ts';
import { crewsFor, type Template } from '#contract/works/schedule/stamp.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { plansInForce } from '#server/modules/works/actionPlans/planSteps.service.ts';
import { contractHouses } from '#server/modules/works/contracts/construction.table.ts';
import { findLoaded, lockContract, type Loaded } from '#server/modules/works/contracts/standing.service.ts';
import { activitiesOf, templateOf } from './loaded.service.ts';
import { recalculate, takeRealDays } from './recalculate.service.ts';
import { calendarOf } from './siteDays.service.ts';
import { scheduleCrews, scheduleHouses, schedules, scheduleTasks } from './schedule.table.ts';

/** States in which the work of a contract is still to be planned. */
const PLANNED_UNTIL = CONTRACT_STATE.finished;

/** What a contract's schedule is made of. */
interface Material {
  homes: { id: number; planId: number; template: Template }[];
  templates: Map<number, Template>;
  activities: ReadonlySet<number>;
  whyNot: string | null;
}

/** The houses of a contract by block and lot, each with its part of its model's plan in force. */
async function materialOf(ctx: Context, contract: Loaded): Promise<Material> {
  const { db } = ctx;
  const activities = await activitiesOf(db, contract.id);
  const found = await db
    .select({ id: houses.id, modelId: houses.modelId, model: houseModels.name })
    .from(contractHouses)
    .innerJoin(houses, eq(houses.id, contractHouses.houseId))
    .innerJoin(lots, eq(lots.id, houses.lotId))
    .innerJoin(houseModels, eq(houseModels.id, houses.modelId))
    .where(eq(contractHouses.contractId, contract.id))
    .orderBy(asc(lots.block), asc(lots.name), asc(houses.id));
  const plans = await plansInForce(db, [...new Set(found.map(({ modelId }) => modelId))]);
  const templates = new Map([...plans.values()].map(({ id, steps }) => [id, templateOf(steps, activities)]));
  const homes = found.flatMap(({ id, modelId }) => {
    const plan = plans.get(modelId);
    return plan ? [{ id, planId: plan.id, template: templates.get(plan.id)! }] : [];
  });
  const without = found.find(({ modelId }) => !plans.has(modelId));
  const empty = homes.some(({ template }) => template.activities.length === 0);
  return { homes, templates, activities, whyNot: whyNotOf(contract, found.length, without?.model, empty) };
}

/** Why a contract cannot be stamped, or null. */
function whyNotOf(
  { stateId, measure }: Loaded,
  count: number,
  modelWithout: string | undefined,
  empty: boolean,
): string | null {
  if (stateId > PLANNED_UNTIL) return 'El contrato ya se recibió o terminó: no se programa.';
  if (measure !== 'actividades' || count === 0)
    return 'Solo se programan los contratos de viviendas por actividades.';
  if (modelWithout !== undefined)
    return `El modelo ${modelWithout} no tiene un plan de acción publicado: publícalo primero.`;
  return empty ? 'Un modelo no tiene en su plan de acción ninguna actividad de este contrato.' : null;
}

/** The crews of each activity so that a house is finished every `pace` days, or those that were given. */
function crewsOf({ templates }: Material, pace: number, given: StampForm['cuadrillas']): Map<number, number> {
  const longest = new Map<number, number>();
  for (const { activities } of templates.values())
    for (const { id, days } of activities) longest.set(id, Math.max(longest.get(id) ?? 0, days));
  const chosen = new Map((given ?? []).map(({ actividad_id, cantidad }) => [actividad_id, cantidad]));
  return new Map(
    [...longest].map(([id, days]) => [id, chosen.get(id) ?? Math.min(crewsFor(days, pace), 50)]),
  );
}

const planOf = ({ homes, templates }: Material, startsOn: string, crews: Schedule['crews']): Schedule => ({
  startsOn,
  crews,
  templates,
  lost: new Map(),
  houses: homes.map(({ id, planId }) => ({ id, planId, notBefore: null, lost: '', tasks: [] })),
});

/** What a stamp would make, without writing it. Raises 404. */
export async function previewStamp(
  ctx: Context,
  contractId: number,
  { inicio, ritmo }: { inicio: string; ritmo: number },
): Promise<StampPreview> {
  const contract = await findLoaded(ctx, contractId, 'contratos.crear');
  if (!contract) throw notFound();
  const material = await materialOf(ctx, contract);
  const names = await catalogLabels(ctx.db, contractActivities);
  const crews = crewsOf(material, ritmo, undefined);
  const days = new Map(
    [...material.templates.values()].flatMap(({ activities }) => activities.map((one) => [one.id, one.days])),
  );
  const solved = material.whyNot
    ? []
    : solveSchedule(planOf(material, inicio, crews), await calendarOf(ctx.db), null);
  return {
    houses: material.homes.length,
    tasks: solved.length,
    finish: solved.reduce<string | null>(
      (last, { finish }) => (last === null || finish > last ? finish : last),
      null,
    ),
    crews: [...crews].map(([id, count]) => ({
      activity: { id, name: names.get(id) ?? '' },
      days: days.get(id) ?? 0,
      count,
    })),
    outside: [...material.activities].filter((id) => !days.has(id)).map((id) => names.get(id) ?? ''),
    why_not: material.whyNot,
  };
}

/**
 * Stamps the plans of its models over the houses of a contract: the base line. What has happened and what was lost since
 * is then counted in. Stamping again draws the base line anew, with a reason; moves end. Answers the schedule's id. Raises
 * 404, 409 STALE, 422 with the reason or at `inicio`, `motivo`.
 */
export async function stampContract(ctx: Context, contractId: number, form: StampForm): Promise<number> {
  const contract = await lockContract(ctx, contractId, 'contratos.crear');
  const { db } = ctx;
  const [known] = await db
    .select()
    .from(schedules)
    .where(eq(schedules.contractId, contractId))
    .for('no key update');
  if (form.version !== undefined && known && form.version !== known.version)
    throw conflict('STALE', undefined, { version: known.version });
  if (known && !form.motivo)
    throw invalid([{ field: 'motivo', message: 'Escribe por qué se programa de nuevo.' }]);
  const material = await materialOf(ctx, contract);
  if (material.whyNot) throw transitionRefused(material.whyNot);
  const calendar = await calendarOf(db);
  if (!calendar.works(form.inicio))
    throw invalid([{ field: 'inicio', message: 'Ese día no se trabaja: elige un día hábil.' }]);
  const crews = crewsOf(material, form.ritmo, form.cuadrillas);
  const today = panamaDay(ctx.now);
  const values = {
    startsOn: form.inicio,
    pace: form.ritmo,
    stampedBy: staffOf(ctx).userId,
    stampedAt: ctx.now,
    forecastOn: today,
  };
  const kept = known ? await clear(ctx, known.id) : [];
  const [schedule] = known
    ? await db
        .update(schedules)
        .set({ ...values, version: known.version + 1 })
        .where(eq(schedules.id, known.id))
        .returning()
    : await db
        .insert(schedules)
        .values({ contractId, ...values })
        .returning();
  await insertStamp(ctx, schedule!.id, material, planOf(material, form.inicio, crews));
  await keepImported(ctx, schedule!.id, kept);
  await takeRealDays(db, sql`j.contract_id = ${contractId}`, today);
  await recalculate(ctx, schedule!);
  await announce(ctx, {
    record: 'cronograma',
    id: schedule!.id,
    verb: 'programar',
    of: ['contrato', contractId],
    ...(form.motivo && { reason: form.motivo }),
  });
  await audit(ctx, 'programar', 'cronograma', schedule!.id, {
    contract: contractId,
    starts_on: form.inicio,
    pace: form.ritmo,
    houses: material.homes.length,
    ...(known && { before: { starts_on: known.startsOn, pace: known.pace }, reason: form.motivo }),
  });
  return schedule!.id;
}

type Imported = Pick<
  typeof scheduleTasks.$inferSelect,
  'houseId' | 'activityId' | 'startedOn' | 'finishedOn'
>;

/** Removes a schedule's dates before it is stamped anew. Answers the real days that were imported. */
async function clear({ db }: Context, id: number): Promise<Imported[]> {
  const { houseId, activityId, startedOn, finishedOn } = scheduleTasks;
  const kept = await db
    .select({ houseId, activityId, startedOn, finishedOn })
    .from(scheduleTasks)
    .where(and(eq(scheduleTasks.scheduleId, id), scheduleTasks.imported));
  for (const table of [scheduleTasks, scheduleHouses, scheduleCrews])
    await db.delete(table).where(eq(table.scheduleId, id));
  return kept;
}

const keepImported = ({ db }: Context, id: number, kept: readonly Imported[]) =>
  db.execute(sql`update schedule_tasks t set started_on = n."startedOn", finished_on = n."finishedOn", imported = true
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) n("houseId" bigint, "activityId" int, "startedOn" date, "finishedOn" date)
    where t.schedule_id = ${id} and t.house_id = n."houseId" and t.activity_id = n."activityId"`);

/** Writes houses, crews and the base line, each in one statement. */
async function insertStamp(
  { db }: Context,
  scheduleId: number,
  { homes }: Material,
  plan: Schedule,
): Promise<void> {
  const calendar = await calendarOf(db);
  const days = new Map(
    homes.flatMap(({ id, template }) =>
      template.activities.map((one, position) => [`${id} ${one.id}`, { days: one.days, position }]),
    ),
  );
  const tasks = solveSchedule(plan, calendar, null).map(({ start, finish, ...one }) => ({
    ...one,
    ...days.get(`${one.house} ${one.activity}`)!,
    start,
    finish,
  }));
  await db
    .insert(scheduleCrews)
    .values([...plan.crews].map(([activityId, count]) => ({ scheduleId, activityId, count })));
  await db
    .insert(scheduleHouses)
    .values(homes.map(({ id, planId }, position) => ({ scheduleId, houseId: id, planId, position })));
  await db.execute(sql`insert into schedule_tasks (schedule_id, house_id, activity_id, position, crew, days, base_start, base_finish, start, finish,
      float, critical, driving)
    select ${scheduleId}, house, activity, position, crew, days, start, finish, start, finish, float, critical, driving
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) n(house bigint, activity int, position int, crew int, days int, start date,
      finish date, float int, critical boolean, driving boolean)`);
}
