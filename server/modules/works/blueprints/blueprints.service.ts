import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Permission } from '#contract/access.ts';
import { planDisciplines } from '#contract/company/catalogs/permitLists.ts';
import type { StatusChange } from '#contract/transitions.ts';
import type { NewPlanVersion } from '#contract/works/blueprints/endpoints.ts';
import { PLAN_VERSION, planMachine } from '#contract/works/blueprints/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { projectInReach, projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { planInForce } from './blueprints.queries.ts';
import { blueprintSheets, blueprintVersions } from './blueprints.table.ts';

export { allPlans, planInForce } from './blueprints.queries.ts';

/** Locks a model in reach, so that the versions of its plan change one after the other. Raises 404. */
async function lockModel(ctx: Context, modelId: number, permission: Permission) {
  const [model] = await ctx.db
    .select({ id: houseModels.id, name: houseModels.name, projectId: houseModels.projectId })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(eq(houseModels.id, modelId), projectsInReach(ctx, permission)))
    .for('no key update', { of: houseModels });
  if (!model) throw notFound();
  return model;
}

async function lockVersion(ctx: Context, id: number, permission: Permission) {
  const [there] = await ctx.db
    .select({ modelId: blueprintVersions.modelId })
    .from(blueprintVersions)
    .where(eq(blueprintVersions.id, id));
  if (!there) throw notFound();
  const model = await lockModel(ctx, there.modelId, permission);
  const [version] = await ctx.db.select().from(blueprintVersions).where(eq(blueprintVersions.id, id));
  return { model, version: version! };
}

async function lockDraft(ctx: Context, id: number) {
  const { model, version } = await lockVersion(ctx, id, 'permisos.editar');
  if (version.stateId !== PLAN_VERSION.draft)
    throw conflict('PLAN_FIXED', 'Esta versión ya no es un borrador: empieza otra versión para cambiarla.');
  return { model, version };
}

/**
 * Begins the next version of a model's plan as a draft, empty or with the sheets of the one in force. Answers the model's
 * id. Raises 404, 409 DRAFT_TAKEN.
 */
export async function createPlanVersion(
  ctx: Context,
  modelId: number,
  { nota, copiar }: z.output<typeof NewPlanVersion>,
): Promise<number> {
  await lockModel(ctx, modelId, 'permisos.crear');
  const next = await row<{ number: number }>(
    ctx.db,
    sql`select coalesce(max(number), 0) + 1 number from blueprint_versions where model_id = ${modelId}`,
  );
  const made = await insertDraft(ctx, modelId, next!.number, nota);
  const before = copiar ? await planInForce(ctx.db, modelId) : undefined;
  if (before)
    await ctx.db
      .execute(sql`insert into blueprint_sheets (version_id, discipline_id, file_id, created_by, created_at)
      select ${made}, discipline_id, file_id, created_by, created_at from blueprint_sheets where version_id = ${before.id} order by id`);
  await announce(ctx, { record: 'plano', id: modelId, verb: 'version_nueva' });
  await audit(ctx, 'crear', 'plano', modelId, { number: next!.number });
  return modelId;
}

async function insertDraft(ctx: Context, modelId: number, number: number, note: string): Promise<number> {
  try {
    const [made] = await ctx.db
      .insert(blueprintVersions)
      .values({ modelId, number, note, createdBy: staffOf(ctx).userId, createdAt: ctx.now })
      .returning({ id: blueprintVersions.id });
    return made!.id;
  } catch (error) {
    if (violatedConstraint(error) !== 'blueprint_versions_draft') throw error;
    throw new Refused(409, 'DRAFT_TAKEN', 'Este plano ya tiene un borrador: termínalo o anúlalo.');
  }
}

/** Corrects what changes in a draft. Answers the model's id. Raises 404, 409 PLAN_FIXED or STALE. */
export async function changePlanVersion(
  ctx: Context,
  id: number,
  { nota, version: seen }: { nota: string; version?: number | undefined },
): Promise<number> {
  const { version } = await lockDraft(ctx, id);
  if (seen !== undefined && seen !== version.version)
    throw conflict('STALE', undefined, { version: version.version });
  await ctx.db
    .update(blueprintVersions)
    .set({ note: nota, version: version.version + 1 })
    .where(eq(blueprintVersions.id, id));
  await announce(ctx, { record: 'plano', id: version.modelId, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'plano', version.modelId, {
    number: version.number,
    before: { nota: version.note },
    after: { nota },
  });
  return version.modelId;
}

/**
 * Adds a sheet to a draft; a copied one of that discipline with the same file name gives way to it. Answers the model's
 * id. Raises 404, 409 PLAN_FIXED, 422 at `disciplina_id` or `archivo`.
 */
export async function addPlanSheet(ctx: Context, id: number, disciplineId: number): Promise<number> {
  const { version } = await lockDraft(ctx, id);
  if (!(await isOffered(ctx.db, planDisciplines, disciplineId)))
    throw invalid([{ field: 'disciplina_id', message: 'Elige una de las disciplinas.' }]);
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Adjunta la lámina.' }]);
  await ctx.db
    .execute(sql`delete from blueprint_sheets s using files x where x.id = s.file_id and s.version_id = ${id}
    and s.discipline_id = ${disciplineId} and x.name = ${upload.name}`);
  const fileId = await addFile(
    ctx,
    { reference: 'plano', referenceId: version.modelId, sensitive: false },
    upload,
  );
  await ctx.db.insert(blueprintSheets).values({
    versionId: id,
    disciplineId,
    fileId,
    createdBy: staffOf(ctx).userId,
    createdAt: ctx.now,
  });
  await touchDraft(ctx, version, 'cargar', { archivo: upload.name });
  return version.modelId;
}

/** Takes a sheet from a draft; its file stays where other versions show it. Raises 404, 409 PLAN_FIXED. */
export async function removePlanSheet(ctx: Context, id: number, sheetId: number): Promise<number> {
  const { version } = await lockDraft(ctx, id);
  const [gone] = await ctx.db
    .delete(blueprintSheets)
    .where(and(eq(blueprintSheets.id, sheetId), eq(blueprintSheets.versionId, id)))
    .returning({ fileId: blueprintSheets.fileId });
  if (!gone) throw notFound();
  await touchDraft(ctx, version, 'quitar', { archivo: gone.fileId });
  return version.modelId;
}

async function touchDraft(
  ctx: Context,
  version: typeof blueprintVersions.$inferSelect,
  verb: string,
  data: object,
): Promise<void> {
  await ctx.db
    .update(blueprintVersions)
    .set({ version: version.version + 1 })
    .where(eq(blueprintVersions.id, version.id));
  await announce(ctx, { record: 'plano', id: version.modelId, verb });
  await audit(ctx, verb, 'plano', version.modelId, { number: version.number, ...data });
}

/**
 * Puts a draft in force, in place of the version before it, or withdraws one. Answers the model's id. Raises 404, 403,
 * 409 STALE, 422 with the reason.
 */
export async function changePlanState(ctx: Context, id: number, change: StatusChange): Promise<number> {
  const { model, version } = await lockVersion(ctx, id, 'permisos.ver');
  const sheets = await ctx.db.$count(blueprintSheets, eq(blueprintSheets.versionId, id));
  const may = new Map<Permission, boolean>();
  for (const permission of ['permisos.aprobar', 'permisos.anular'] as const)
    may.set(permission, await projectInReach(ctx, model.projectId, permission));
  checkTransition(planMachine, version, change, { sheets }, (permission) => may.get(permission) ?? false);
  if (change.estado_id === PLAN_VERSION.inForce) await putInForce(ctx, version);
  else
    await ctx.db
      .update(blueprintVersions)
      .set({
        stateId: PLAN_VERSION.withdrawn,
        endedAt: ctx.now,
        withdrawnReason: change.motivo!,
        version: version.version + 1,
      })
      .where(eq(blueprintVersions.id, id));
  const verb = change.estado_id === PLAN_VERSION.inForce ? 'publicar' : 'anular';
  await announce(ctx, { record: 'plano', id: model.id, verb, reason: change.motivo });
  await audit(ctx, verb, 'plano', model.id, { number: version.number, reason: change.motivo });
  await notify(ctx, {
    kind: 'plano_cambiado',
    to: await whoMay(ctx.db, 'permisos.ver', model.projectId),
    text:
      verb === 'publicar'
        ? `La versión ${version.number} del plano ${model.name} está en vigor.`
        : `Se anuló la versión ${version.number} del plano ${model.name}.`,
    url: `/oficina/planos?plano=${model.id}`,
    event: `plano:${model.id}:${version.id}:${verb}`,
  });
  return model.id;
}

async function putInForce(ctx: Context, version: typeof blueprintVersions.$inferSelect): Promise<void> {
  await ctx.db
    .update(blueprintVersions)
    .set({ stateId: PLAN_VERSION.superseded, endedAt: ctx.now, version: sql`version + 1` })
    .where(
      and(
        eq(blueprintVersions.modelId, version.modelId),
        eq(blueprintVersions.stateId, PLAN_VERSION.inForce),
      ),
    );
  await ctx.db
    .update(blueprintVersions)
    .set({
      stateId: PLAN_VERSION.inForce,
      inForceAt: ctx.now,
      inForceBy: staffOf(ctx).userId,
      version: version.version + 1,
    })
    .where(eq(blueprintVersions.id, version.id));
}
