import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { permitTypes } from '#contract/company/catalogs/permitLists.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import type {
  NewPermit,
  PermitDependencies,
  PermitExtension,
  PermitStatusChange,
  StartPermits,
} from '#contract/works/permits/model.ts';
import {
  closesCycle,
  covers,
  isSettled,
  PERMIT,
  PERMIT_TYPE,
  permitMachine,
} from '#contract/works/permits/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { row, rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { payingAccount } from '#server/modules/projects/bankAccounts/paying.service.ts';
import { projectInReach, projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { planInForce } from '#server/modules/works/blueprints/blueprints.service.ts';
import { offeredTypes } from './blockers.service.ts';
import { feedHouseFile, feedPaper, lockHouseOf } from './houseFile.service.ts';
import { insertPermits, type Wanted } from './insert.service.ts';
import { dependenciesOfProject, findPermit, permitsOfProject, type FoundPermit } from './permits.queries.ts';
import { permitDependencies, permits } from './permits.table.ts';

export const FUTURE = 'La fecha no puede ser futura.';

/** Locks a project in reach, so that its permits and their dependencies change one after the other. */
async function lockProject(ctx: Context, id: number, permission: Permission): Promise<boolean> {
  const [found] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, id), projectsInReach(ctx, permission)))
    .for('no key update');
  return found !== undefined;
}

/** Locks a permit in reach after its house and its project. Raises 404, 409 STALE. */
export async function lockPermit(
  ctx: Context,
  id: number,
  permission: Permission,
  version?: number,
): Promise<FoundPermit> {
  const there = await findPermit(ctx.db, id, projectsInReach(ctx, permission) ?? sql`true`);
  if (!there) throw notFound();
  await lockHouseOf(ctx, there);
  if (!(await lockProject(ctx, there.projectId, permission))) throw notFound();
  // It may have been taken away while this waited.
  const permit = await findPermit(ctx.db, id, sql`true`);
  if (!permit) throw notFound();
  if (version !== undefined && version !== permit.version)
    throw conflict('STALE', undefined, { estado_id: permit.stateId, version: permit.version });
  return permit;
}

/** What the permit is for, in reach and locked by its project. Raises 422 at its field. */
async function targetFor(ctx: Context, sent: NewPermit) {
  const { vivienda_id, plano_id, proyecto_id } = sent;
  const fault = (field: string, message: string) => invalid([{ field, message }]);
  if (vivienda_id !== null) {
    const [house] = await ctx.db
      .select({ projectId: houses.projectId, modelId: houses.modelId })
      .from(houses)
      .where(and(eq(houses.id, vivienda_id), isNull(houses.archivedAt)));
    if (!house || !(await lockProject(ctx, house.projectId, 'permisos.crear')))
      throw fault('vivienda_id', 'Elige una de las viviendas.');
    return { projectId: house.projectId, modelId: null, houseId: vivienda_id, houseModel: house.modelId };
  }
  if (plano_id !== null) {
    const [model] = await ctx.db
      .select({ projectId: houseModels.projectId })
      .from(houseModels)
      .where(eq(houseModels.id, plano_id));
    if (!model || !(await lockProject(ctx, model.projectId, 'permisos.crear')))
      throw fault('plano_id', 'Elige uno de los planos.');
    return { projectId: model.projectId, modelId: plano_id, houseId: null, houseModel: null };
  }
  if (proyecto_id === null || !(await lockProject(ctx, proyecto_id, 'permisos.crear')))
    throw fault('proyecto_id', 'Elige uno de los proyectos.');
  return { projectId: proyecto_id, modelId: null, houseId: null, houseModel: null };
}

const TAKEN = ['permits_type', 'permits_house_type', 'permits_project_type'];

/**
 * Adds a permit to a house, or to a model, or to a project, as No iniciado, with what it usually waits for. Answers its
 * id. Raises 422 at what is not offered, 409 PERMIT_TAKEN.
 */
export async function createPermit(ctx: Context, sent: NewPermit): Promise<number> {
  const { projectId, ...target } = await targetFor(ctx, sent);
  if (!(await offeredTypes(ctx.db)).some(({ id }) => id === sent.tipo_id))
    throw invalid([{ field: 'tipo_id', message: 'Elige uno de los trámites.' }]);
  const wanted: Wanted = {
    ...target,
    typeId: sent.tipo_id,
    entity: sent.entidad,
    costCents: sent.costo,
    expectedOn: sent.previsto,
    note: sent.nota,
  };
  try {
    return (await insertPermits(ctx, projectId, [wanted]))[0]!;
  } catch (error) {
    if (!TAKEN.includes(violatedConstraint(error) ?? '')) throw error;
    const what = target.houseId !== null ? 'Esta vivienda' : target.modelId !== null ? 'Este plano' : 'Este proyecto'; // prettier-ignore
    const message = `${what} ya tiene ese trámite.`;
    throw new Refused(409, 'PERMIT_TAKEN', message, { errors: [{ field: 'tipo_id', message }] });
  }
}

/** Begins permits for a project, for models or for houses; those that exist stay. Answers how many. Raises 404, 422. */
export async function startPermits(ctx: Context, sent: StartPermits): Promise<number> {
  if (!(await lockProject(ctx, sent.proyecto_id, 'permisos.crear'))) throw notFound();
  const types = (await offeredTypes(ctx.db)).filter(({ id }) => sent.tipo_ids.includes(id));
  if (types.length !== new Set(sent.tipo_ids).size)
    throw invalid([{ field: 'tipo_ids', message: 'Elige trámites de la lista.' }]);
  const there = new Set((await permitsOfProject(ctx.db, sent.proyecto_id)).map(keyOf));
  const wanted = (await targetsOf(ctx, sent)).flatMap((target) =>
    types.map((type): Wanted => ({
      ...target,
      typeId: type.id,
      entity: type.entidad || type.name,
      costCents: null,
      expectedOn: sent.previsto,
      note: '',
    })),
  );
  const missing = wanted.filter((one) => !there.has(keyOf(one)));
  if (missing.length > AT_ONCE)
    throw invalid([
      {
        field: 'tipo_ids',
        message: `Son ${missing.length} permisos: empieza hasta ${AT_ONCE} a la vez, con menos trámites.`,
      },
    ]);
  return (await insertPermits(ctx, sent.proyecto_id, missing)).length;
}

/** Most permits of one call: each is a row of one statement. */
const AT_ONCE = 2000;

const keyOf = ({ modelId, houseId, typeId }: Pick<Wanted, 'modelId' | 'houseId' | 'typeId'>) =>
  `${modelId} ${houseId} ${typeId}`;

/** The chosen models and houses of a project, or the project itself. Raises 422 at one of another project. */
async function targetsOf(ctx: Context, { proyecto_id, modelo_ids, vivienda_ids }: StartPermits) {
  const models = await rows<{ id: number }>(
    ctx.db,
    sql`select id from house_models where project_id = ${proyecto_id} and id = any(${sql.param(modelo_ids)}::bigint[])`,
  );
  if (models.length !== new Set(modelo_ids).size)
    throw invalid([{ field: 'modelo_ids', message: 'Elige modelos de este proyecto.' }]);
  const built = await rows<{ id: number; modelId: number }>(
    ctx.db,
    sql`select id, model_id "modelId" from houses
      where project_id = ${proyecto_id} and archived_at is null and id = any(${sql.param(vivienda_ids)}::bigint[])`,
  );
  if (built.length !== new Set(vivienda_ids).size)
    throw invalid([{ field: 'vivienda_ids', message: 'Elige viviendas de este proyecto.' }]);
  const some = [
    ...models.map(({ id }) => ({ modelId: id, houseId: null, houseModel: null })),
    ...built.map(({ id, modelId }) => ({ modelId: null, houseId: id, houseModel: modelId })),
  ];
  return some.length > 0 ? some : [{ modelId: null, houseId: null, houseModel: null }];
}

/**
 * Replaces what a permit waits for. Raises 404, 409 STALE, 422 at a permit that is not for the same thing or for what it
 * is a part of, or one that closes a cycle.
 */
export async function setDependencies(ctx: Context, id: number, sent: PermitDependencies): Promise<void> {
  const permit = await lockPermit(ctx, id, 'permisos.editar', sent.version);
  const wanted = [...new Set(sent.depende_de)];
  const siblings = new Map((await permitsOfProject(ctx.db, permit.projectId)).map((one) => [one.id, one]));
  const fits = (needs: number) => {
    const other = siblings.get(needs);
    return other !== undefined && covers(other, permit, permit.houseModelId);
  };
  if (!wanted.every(fits))
    throw invalid([
      { field: 'depende_de', message: 'Elige permisos de lo mismo: de este proyecto, modelo o vivienda.' },
    ]);
  const all = await dependenciesOfProject(ctx.db, permit.projectId);
  const others = all.filter((one) => one.permit !== id);
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
  const before = all.filter((one) => one.permit === id).map(({ needs }) => needs);
  await announce(ctx, { record: 'permiso', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'permiso', id, {
    before: { depende_de: before },
    after: { depende_de: wanted },
  });
}

/** Names of the permits that this one still waits for. */
export async function waitsFor({ db }: Pick<Context, 'db'>, id: number): Promise<string[]> {
  const found = await rows<{ typeId: number; stateId: number; of: string | null }>(
    db,
    sql`select n.type_id "typeId", n.state_id "stateId", coalesce(h.name, m.name) "of" from permit_dependencies d
      join permits n on n.id = d.needs_id left join house_models m on m.id = n.model_id left join houses h on h.id = n.house_id
      where d.permit_id = ${id} order by n.id`,
  );
  const types = await catalogLabels(db, permitTypes);
  return found
    .filter(({ stateId }) => !isSettled(stateId))
    .map(({ typeId, of }) => [types.get(typeId), of].filter(Boolean).join(' de '));
}

/** Moves a permit along `permitMachine`. Raises 404, 403, 409 STALE, 422 with the reason or at `params[…]`. */
export async function changeState(ctx: Context, id: number, change: PermitStatusChange): Promise<void> {
  const permit = await lockPermit(ctx, id, 'permisos.ver');
  const may = {
    'permisos.editar': await projectInReach(ctx, permit.projectId, 'permisos.editar'),
    'permisos.aprobar': await projectInReach(ctx, permit.projectId, 'permisos.aprobar'),
  };
  checkTransition(permitMachine, permit, change, { waitsFor: await waitsFor(ctx, id) }, (permission) =>
    permission === 'permisos.aprobar' ? may[permission] : may['permisos.editar'],
  );
  const step = stepOf(permit, change, panamaDay(ctx.now));
  if (change.estado_id === PERMIT.entered) {
    const from = await payingAccount(ctx, permit.projectId, {
      id: change.cuenta_id,
      field: 'params[cuenta_id]',
    });
    step.paidFromId = from?.id ?? null;
  }
  const modelId = permit.modelId ?? permit.houseModelId;
  const plan =
    change.estado_id === PERMIT.entered && modelId !== null ? await planInForce(ctx.db, modelId) : undefined;
  await writeState(
    ctx,
    permit,
    change.estado_id,
    { ...step, ...(plan && { blueprintId: plan.id }) },
    change.motivo,
  );
  await feedHouseFile(ctx, (await findPermit(ctx.db, id, sql`true`))!);
}

/** Writes a permit's new state and announces it. It must be locked and the transition checked. */
export async function writeState(
  ctx: Acting,
  permit: Pick<FoundPermit, 'id' | 'stateId' | 'version'>,
  to: number,
  step: Partial<typeof permits.$inferInsert>,
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(permits)
    .set({ ...step, stateId: to, stateSince: ctx.now, version: permit.version + 1 })
    .where(eq(permits.id, permit.id));
  await announce(ctx, { record: 'permiso', id: permit.id, from: permit.stateId, to, reason });
  await audit(ctx, 'cambiar_estado', 'permiso', permit.id, { from: permit.stateId, to });
}

/** What a step records. Entering again after an expiry begins anew. */
function stepOf(
  permit: FoundPermit,
  { estado_id, fecha, numero, vence }: PermitStatusChange,
  today: string,
): Partial<typeof permits.$inferInsert> {
  const day = fecha ?? today;
  const fault = (field: string, message: string) => invalid([{ field: `params[${field}]`, message }]);
  if (day > today) throw fault('fecha', FUTURE);
  if (estado_id === PERMIT.entered)
    return { enteredOn: day, approvedOn: null, expiresOn: null, number: numero ?? permit.number };
  if (estado_id !== PERMIT.approved) return {};
  if (permit.enteredOn && day < permit.enteredOn)
    throw fault('fecha', 'La aprobación no puede ser antes del ingreso.');
  if (vence && vence < day) throw fault('vence', 'Vence antes de aprobarse: revisa las fechas.');
  const number = numero ?? permit.number;
  if (number === null && permit.typeId === PERMIT_TYPE.occupancy)
    throw fault('numero', 'Escribe el número del permiso: lo lleva el expediente de la vivienda.');
  return { approvedOn: day, expiresOn: vence ?? null, number };
}

/** Notes that the authority gave an approved permit more time. Raises 404, 409 STALE, 422. */
export async function extendPermit(
  ctx: Context,
  id: number,
  { vence, numero, motivo, version }: PermitExtension & { version?: number | undefined },
): Promise<void> {
  const permit = await lockPermit(ctx, id, 'permisos.aprobar', version);
  if (permit.stateId !== PERMIT.approved)
    throw transitionRefused('Solo se prorroga un permiso aprobado; el vencido se ingresa otra vez.');
  const after = permit.expiresOn ?? permit.approvedOn!;
  if (vence <= after)
    throw invalid([{ field: 'vence', message: `Escribe un día después del ${showDay(after)}.` }]);
  await ctx.db
    .update(permits)
    .set({ expiresOn: vence, number: numero || permit.number, version: permit.version + 1 })
    .where(eq(permits.id, id));
  await announce(ctx, { record: 'permiso', id, verb: 'prorrogar', reason: motivo });
  await audit(ctx, 'prorrogar', 'permiso', id, {
    before: { vence: permit.expiresOn },
    after: { vence },
    reason: motivo,
  });
  await feedHouseFile(ctx, (await findPermit(ctx.db, id, sql`true`))!);
}

/** Keeps the resolution of a permit; the one before stays among its files. Raises 404, 422 at `archivo`. */
export async function setPermitFile(ctx: Context, id: number): Promise<void> {
  const permit = await lockPermit(ctx, id, 'permisos.editar');
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Adjunta el archivo.' }]);
  const fileId = await addFile(ctx, { reference: 'permiso', referenceId: id, sensitive: false }, upload);
  await ctx.db
    .update(permits)
    .set({ fileId, version: permit.version + 1 })
    .where(eq(permits.id, id));
  await announce(ctx, { record: 'permiso', id, verb: 'cargar' });
  await audit(ctx, 'cargar', 'permiso', id, { archivo: upload.name });
  await feedPaper(ctx, { ...permit, fileId });
}

/**
 * Takes away a permit that nobody has begun. Raises 404, 409 PERMIT_USED when it was worked on, or when others wait for it.
 */
export async function deletePermit(ctx: Context, id: number): Promise<void> {
  const permit = await lockPermit(ctx, id, 'permisos.anular');
  const why = await whyNotDelete(ctx, permit);
  if (why) throw new Refused(409, 'PERMIT_USED', why);
  await removePermit(ctx, id);
  await audit(ctx, 'quitar', 'permiso', id, { type: permit.typeId });
}

/** Deletes a locked permit with what it waits for, and tells the screens. */
export async function removePermit(ctx: Context, id: number): Promise<void> {
  await ctx.db.delete(permitDependencies).where(eq(permitDependencies.permitId, id));
  await ctx.db.delete(permits).where(eq(permits.id, id));
  await announce(ctx, { record: 'permiso', id, verb: 'quitar' });
}

/** Why a permit cannot be taken away; null when it can. */
export async function whyNotDelete(
  { db }: Pick<Context, 'db'>,
  { id, stateId, enteredOn }: Pick<FoundPermit, 'id' | 'stateId' | 'enteredOn'>,
): Promise<string | null> {
  if (stateId !== PERMIT.toDo || enteredOn !== null) return 'Solo se quita un permiso que nadie ha empezado.';
  const found = await row<{ needed: boolean; used: boolean }>(
    db,
    sql`select exists (select from permit_dependencies where needs_id = ${id}) needed,
      exists (select from files where reference = 'permiso' and reference_id = ${id})
        or exists (select from comments where reference = 'permiso' and reference_id = ${id})
        or exists (select from tasks where reference = 'permiso' and reference_id = ${id}) used`,
  );
  if (found!.needed) return 'Otros permisos dependen de este: quita antes esa dependencia.';
  return found!.used ? 'Este permiso ya tiene archivos, comentarios o tareas.' : null;
}
