import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { permitEntities, permitStates } from '#contract/company/catalogs/permitLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type {
  NewPermit,
  Permit,
  PermitDependencies,
  PermitStatusChange,
} from '#contract/works/permits/model.ts';
import { closesCycle, isSettled, PERMIT, permitMachine } from '#contract/works/permits/rules.ts';
import type { Permission } from '#contract/access.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projectInReach, projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { permitDependencies, permits } from './permits.table.ts';

type Row = typeof permits.$inferSelect;

/** The permits of these models with what each waits for. The caller checks the scope. */
export async function permitsOf(ctx: Context, modelIds: readonly number[]): Promise<Map<number, Permit[]>> {
  const found = new Map<number, Permit[]>(modelIds.map((id) => [id, []]));
  if (modelIds.length === 0) return found;
  const list = await ctx.db
    .select()
    .from(permits)
    .where(inArray(permits.modelId, [...modelIds]))
    .orderBy(asc(permits.id));
  const needs = await dependenciesOf(ctx, modelIds);
  const types = await catalogLabels(ctx.db, permitEntities);
  const states = await catalogLabels(ctx.db, permitStates);
  for (const one of list)
    found.get(one.modelId)!.push({
      id: one.id,
      tipo: { id: one.typeId, name: types.get(one.typeId) ?? '' },
      entidad: one.entity,
      numero: one.number,
      ingreso: one.enteredOn,
      aprobacion: one.approvedOn,
      vence: one.expiresOn,
      costo: one.costCents,
      estado: { id: one.stateId, name: states.get(one.stateId) ?? '' },
      depende_de: needs.filter(({ permit }) => permit === one.id).map((dependency) => dependency.needs),
      version: one.version,
    });
  return found;
}

const dependenciesOf = (ctx: Context, modelIds: readonly number[]) =>
  ctx.db
    .select({ permit: permitDependencies.permitId, needs: permitDependencies.needsId })
    .from(permitDependencies)
    .innerJoin(permits, eq(permits.id, permitDependencies.permitId))
    .where(inArray(permits.modelId, [...modelIds]))
    .orderBy(asc(permitDependencies.needsId));

/** Locks a model, so that its permits and their dependencies change one after the other. Raises 404 out of scope. */
async function lockModel(ctx: Context, modelId: number, permission: Permission) {
  const [model] = await ctx.db
    .select({ id: houseModels.id, projectId: houseModels.projectId })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(eq(houseModels.id, modelId), projectsInReach(ctx, permission)))
    .for('no key update', { of: houseModels });
  if (!model) throw notFound();
  return model;
}

async function lockPermit(ctx: Context, id: number, permission: Permission) {
  const [found] = await ctx.db.select({ modelId: permits.modelId }).from(permits).where(eq(permits.id, id));
  if (!found) throw notFound();
  const { projectId } = await lockModel(ctx, found.modelId, permission);
  const [permit] = await ctx.db.select().from(permits).where(eq(permits.id, id));
  return { permit: permit!, projectId };
}

async function answer(ctx: Context, { id, modelId }: Pick<Row, 'id' | 'modelId'>): Promise<Permit> {
  const list = (await permitsOf(ctx, [modelId])).get(modelId)!;
  return list.find((one) => one.id === id)!;
}

/** Adds a permit to a model as No iniciado. Raises 422 at what is not offered, 409 PERMIT_TAKEN. */
export async function createPermit(ctx: Context, sent: NewPermit): Promise<Permit> {
  const [model] = await ctx.db
    .select({ projectId: houseModels.projectId })
    .from(houseModels)
    .where(eq(houseModels.id, sent.plano_id));
  if (!model || !(await projectInReach(ctx, model.projectId, 'permisos.crear')))
    throw invalid([{ field: 'plano_id', message: 'Elige uno de los planos.' }]);
  if (!(await isOffered(ctx.db, permitEntities, sent.tipo_id)))
    throw invalid([{ field: 'tipo_id', message: 'Elige uno de los trámites.' }]);
  try {
    const [made] = await ctx.db
      .insert(permits)
      .values({
        modelId: sent.plano_id,
        typeId: sent.tipo_id,
        entity: sent.entidad,
        costCents: sent.costo,
        createdBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: permits.id, modelId: permits.modelId });
    await announce(ctx, { record: 'permiso', id: made!.id, from: null, to: PERMIT.toDo });
    await audit(ctx, 'crear', 'permiso', made!.id, { type: sent.tipo_id });
    return await answer(ctx, made!);
  } catch (error) {
    if (violatedConstraint(error) !== 'permits_type') throw error;
    const message = 'Este plano ya tiene ese trámite.';
    throw new Refused(409, 'PERMIT_TAKEN', message, { errors: [{ field: 'tipo_id', message }] });
  }
}

/** Replaces what a permit waits for. Raises 404, 409 STALE, 422 at a permit of another plan or one that closes a cycle. */
export async function setDependencies(ctx: Context, id: number, sent: PermitDependencies): Promise<Permit> {
  const { permit } = await lockPermit(ctx, id, 'permisos.editar');
  if (sent.version !== undefined && sent.version !== permit.version)
    throw conflict('STALE', undefined, { version: permit.version });
  const wanted = [...new Set(sent.depende_de)];
  const siblings = new Set(
    (await permitsOf(ctx, [permit.modelId])).get(permit.modelId)!.map((one) => one.id),
  );
  if (wanted.some((needs) => !siblings.has(needs)))
    throw invalid([{ field: 'depende_de', message: 'Elige permisos del mismo plano.' }]);
  const others = (await dependenciesOf(ctx, [permit.modelId])).filter((one) => one.permit !== id);
  if (wanted.some((needs) => closesCycle(others, { permit: id, needs })))
    throw invalid([
      { field: 'depende_de', message: 'Así el permiso dependería de sí mismo. Quita ese permiso.' },
    ]);
  await ctx.db.delete(permitDependencies).where(eq(permitDependencies.permitId, id));
  if (wanted.length > 0)
    await ctx.db.insert(permitDependencies).values(wanted.map((needsId) => ({ permitId: id, needsId })));
  await ctx.db
    .update(permits)
    .set({ version: permit.version + 1 })
    .where(eq(permits.id, id));
  await audit(ctx, 'cambiar', 'permiso', id, { needs: wanted });
  return answer(ctx, permit);
}

/** Moves a permit along `permitMachine`. Raises 404, 403, 409 STALE, 422 with the reason or at `params[…]`. */
export async function changeState(ctx: Context, id: number, change: PermitStatusChange): Promise<Permit> {
  const { permit, projectId } = await lockPermit(ctx, id, 'permisos.ver');
  const list = (await permitsOf(ctx, [permit.modelId])).get(permit.modelId)!;
  const { depende_de } = list.find((one) => one.id === id)!;
  const waitsFor = list
    .filter((one) => depende_de.includes(one.id) && !isSettled(one.estado.id))
    .map(({ tipo }) => tipo.name);
  const mayEdit = await projectInReach(ctx, projectId, 'permisos.editar');
  const mayApprove = await projectInReach(ctx, projectId, 'permisos.aprobar');
  checkTransition(permitMachine, permit, change, { waitsFor }, (permission) =>
    permission === 'permisos.aprobar' ? mayApprove : mayEdit,
  );
  await ctx.db
    .update(permits)
    .set({
      ...stepOf(permit, change, panamaDay(ctx.now)),
      stateId: change.estado_id,
      version: sql`version + 1`,
    })
    .where(eq(permits.id, id));
  await announce(ctx, {
    record: 'permiso',
    id,
    from: permit.stateId,
    to: change.estado_id,
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', 'permiso', id, { from: permit.stateId, to: change.estado_id });
  return answer(ctx, permit);
}

/** What a step records. Entering again after an expiry begins anew. */
function stepOf(permit: Row, { estado_id, fecha, numero, vence }: PermitStatusChange, today: string) {
  const day = fecha ?? today;
  if (day > today) throw invalid([{ field: 'params[fecha]', message: 'La fecha no puede ser futura.' }]);
  if (estado_id === PERMIT.entered)
    return { enteredOn: day, approvedOn: null, expiresOn: null, number: numero ?? permit.number };
  if (estado_id !== PERMIT.approved) return {};
  if (permit.enteredOn && day < permit.enteredOn)
    throw invalid([{ field: 'params[fecha]', message: 'La aprobación no puede ser antes del ingreso.' }]);
  if (vence && vence < day)
    throw invalid([{ field: 'params[vence]', message: 'Vence antes de aprobarse: revisa las fechas.' }]);
  return { approvedOn: day, expiresOn: vence ?? null, number: numero ?? permit.number };
}
