import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { panamaDay, daysBetween } from '#contract/dates.ts';
import { lowerFirst } from '#contract/words.ts';
import { STOP_LABELS } from '#contract/works/diary/model.ts';
import type { Stop, StopForm } from '#contract/works/schedule/model.ts';
import { STOP_MOST_DAYS } from '#contract/works/schedule/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { lostDays } from '#server/modules/works/diary/lostDays.service.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { lockSchedules } from './loaded.service.ts';
import { closedByPermits, type ClosedByPermit } from '#server/modules/works/permits/blockers.service.ts';
import { recalculate } from './recalculate.service.ts';
import { scheduleStops } from './schedule.table.ts';

type Row = typeof scheduleStops.$inferSelect;

/** Schedules upon which a stop of a project, a contract or a house falls. */
async function schedulesUnder(
  db: Db,
  { projectId, contractId, houseId }: Pick<Row, 'projectId' | 'contractId' | 'houseId'>,
): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select s.id::int id from schedules s join contracts c on c.id = s.contract_id where c.project_id = ${projectId}
      and (${contractId}::bigint is null or c.id = ${contractId})
      and (${houseId}::bigint is null or exists (select from schedule_houses h where h.schedule_id = s.id and h.house_id = ${houseId}))
      order by 1`,
  );
  return found.map(({ id }) => id);
}

/** Calculates anew the schedules upon which a stop falls, and tells them. */
async function settle(ctx: Acting, stop: Row, verb: string): Promise<void> {
  for (const schedule of await lockSchedules(ctx.db, await schedulesUnder(ctx.db, stop))) {
    await recalculate(ctx, schedule);
    await announce(ctx, {
      record: 'cronograma',
      id: schedule.id,
      verb,
      of: ['contrato', schedule.contractId],
      reason: stop.note,
    });
  }
}

/** Whether the caller plans a stop's project or its contract. */
async function mayPlan(ctx: Context, { projectId, contractId }: Pick<Row, 'projectId' | 'contractId'>) {
  if (contractId === null) return projectInReach(ctx, projectId, 'contratos.crear');
  const found = await ctx.db
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.id, contractId),
        eq(contracts.projectId, projectId),
        contractsInReach(ctx, 'contratos.crear'),
      ),
    );
  return found.length > 0;
}

/** Notes lost days; schedules under them are calculated anew. Raises 422 at the field. */
export async function addStop(ctx: Context, form: StopForm): Promise<Stop> {
  const contractId = form.contrato_id ?? null;
  const houseId = form.vivienda_id ?? null;
  const fault = (field: string, message: string) => invalid([{ field, message }]);
  if (!(await mayPlan(ctx, { projectId: form.proyecto_id, contractId })))
    throw contractId === null
      ? fault('proyecto_id', 'Elige uno de tus proyectos.')
      : fault('contrato_id', 'Elige uno de los contratos del proyecto.');
  if (houseId !== null) {
    const [house] = await ctx.db
      .select({ projectId: houses.projectId })
      .from(houses)
      .where(eq(houses.id, houseId));
    if (house?.projectId !== form.proyecto_id)
      throw fault('vivienda_id', 'Elige una de las viviendas del proyecto.');
  }
  if (form.hasta < form.desde) throw fault('hasta', 'Termina antes de empezar: revisa las fechas.');
  if (daysBetween(form.desde, form.hasta) > STOP_MOST_DAYS) throw fault('hasta', 'Anota un año como máximo.');
  const [made] = await ctx.db
    .insert(scheduleStops)
    .values({
      projectId: form.proyecto_id,
      contractId,
      houseId,
      reason: form.razon,
      fromDay: form.desde,
      toDay: form.hasta,
      note: form.motivo,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning();
  await settle(ctx, made!, 'paro');
  await audit(ctx, 'crear', 'paro_obra', made!.id, {
    project: form.proyecto_id,
    contract: contractId,
    house: houseId,
    reason: form.razon,
    from: form.desde,
    to: form.hasta,
  });
  return (await typedStops(ctx, eq(scheduleStops.id, made!.id)))[0]!;
}

/** Takes lost days back; the audit keeps them. Raises 404. */
export async function removeStop(ctx: Context, id: number): Promise<void> {
  const [stop] = await ctx.db
    .select()
    .from(scheduleStops)
    .where(and(eq(scheduleStops.id, id), isNull(scheduleStops.removedAt)))
    .for('no key update');
  if (!stop || !(await mayPlan(ctx, stop))) throw notFound();
  await ctx.db
    .update(scheduleStops)
    .set({ removedAt: ctx.now, removedBy: staffOf(ctx).userId })
    .where(eq(scheduleStops.id, id));
  await settle(ctx, stop, 'quitar_paro');
  await audit(ctx, 'quitar', 'paro_obra', id, { from: stop.fromDay, to: stop.toDay });
}

/** Stops in force that were typed here and match, of contracts that the caller sees or of whole projects. */
async function typedStops(ctx: Context, where: SQL | undefined): Promise<Stop[]> {
  const reach = scopeOf(ctx, 'contratos.crear');
  const found = await ctx.db
    .select({
      stop: scheduleStops,
      project: { id: projects.id, name: projects.name },
      contract: { id: contracts.id, name: contracts.name, reference: contracts.reference },
      house: { id: houses.id, name: houses.name },
      by: nameOf(scheduleStops.createdBy),
    })
    .from(scheduleStops)
    .innerJoin(projects, eq(projects.id, scheduleStops.projectId))
    .leftJoin(contracts, eq(contracts.id, scheduleStops.contractId))
    .leftJoin(houses, eq(houses.id, scheduleStops.houseId))
    .where(
      and(
        where,
        isNull(scheduleStops.removedAt),
        sql`(${scheduleStops.contractId} is null or ${contractsInReach(ctx, 'contratos.ver') ?? sql`true`})`,
      ),
    )
    .orderBy(desc(scheduleStops.fromDay), asc(scheduleStops.id));
  return found.map(({ stop, by, ...named }) => ({
    id: stop.id,
    source: 'manual',
    reason: stop.reason,
    from: stop.fromDay,
    to: stop.toDay,
    note: stop.note,
    ...named,
    by,
    at: stop.createdAt.toISOString(),
    removable: reach !== null && (reach.scope === 'todo' || reach.projectIds.includes(stop.projectId)),
  }));
}

/** A project's lost days from all three sources, the latest first: typed, told by the diary, permits that are late. */
export async function stopsOf(
  ctx: Context,
  project: { id: number; name: string },
  contractsSeen: readonly { contractId: number; typeId: number; startsOn: string; houseIds: number[] }[],
): Promise<Stop[]> {
  const typed = await typedStops(ctx, eq(scheduleStops.projectId, project.id));
  const told = new Map<string, Stop>();
  const today = panamaDay(ctx.now);
  for (const { houseIds, ...one } of contractsSeen) {
    const site = { projectId: project.id, ...one };
    for (const { day, reason, told: why } of await lostDays(ctx.db, site))
      told.set(`${day} ${why}`, {
        ...NOBODY,
        project,
        source: 'bitacora',
        reason,
        from: day,
        to: day,
        note: `Bitácora: ${lowerFirst(STOP_LABELS[why])}.`,
      });
    const closed = await closedByPermits(ctx.db, { houseIds, since: one.startsOn, today });
    const spans = Map.groupBy(
      closed.values().flatMap((own) => own),
      ({ type, from, to }) => `${type} ${from} ${to}`,
    );
    for (const [key, [{ type, from, to }, ...others]] of spans as Map<
      string,
      [ClosedByPermit, ...ClosedByPermit[]]
    >)
      told.set(`${one.contractId} ${key}`, {
        ...NOBODY,
        project,
        source: 'permiso',
        reason: 'permiso',
        from,
        to,
        note: `Sin ${type}: ${others.length === 0 ? 'una vivienda no puede' : `${others.length + 1} viviendas no pueden`} empezar.`,
      });
  }
  return [...typed, ...told.values()].toSorted((a, b) => b.from.localeCompare(a.from));
}
const NOBODY = { id: null, contract: null, house: null, by: null, at: null, removable: false };
