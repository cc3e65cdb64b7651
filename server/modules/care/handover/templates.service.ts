import { desc, eq, inArray } from 'drizzle-orm';
import type { HandoverTemplate } from '#contract/care/handover/model.ts';
import { DEFAULT_ROOMS, type Room } from '#contract/care/handover/template.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, forbidden, notFound } from '#server/kernel/errors.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { handoverTemplates } from './handover.table.ts';

/** The id of the company's own list. */
const GENERAL = 0;

/** The list of each model: its own, else the company's, else the one that comes with the system. */
export async function roomsOf(db: Db, modelIds: readonly number[]): Promise<(modelId: number) => Room[]> {
  const found = await db
    .selectDistinctOn([handoverTemplates.modelId], {
      id: handoverTemplates.modelId,
      rooms: handoverTemplates.rooms,
    })
    .from(handoverTemplates)
    .where(inArray(handoverTemplates.modelId, [GENERAL, ...modelIds]))
    .orderBy(handoverTemplates.modelId, desc(handoverTemplates.version));
  const known = new Map(found.map(({ id, rooms }) => [id, rooms]));
  return (modelId) => known.get(modelId) ?? known.get(GENERAL) ?? [...DEFAULT_ROOMS];
}

/** The newest version of each list, the company's first. */
export async function listTemplates({ db }: Pick<Context, 'db'>): Promise<HandoverTemplate[]> {
  const found = await db
    .selectDistinctOn([handoverTemplates.modelId], {
      template: handoverTemplates,
      model: houseModels.name,
      project: projects.name,
      by: users.name,
    })
    .from(handoverTemplates)
    .leftJoin(houseModels, eq(houseModels.id, handoverTemplates.modelId))
    .leftJoin(projects, eq(projects.id, houseModels.projectId))
    .leftJoin(users, eq(users.id, handoverTemplates.createdBy))
    .orderBy(handoverTemplates.modelId, desc(handoverTemplates.version));
  const own = found.map(({ template, model, project, by }): HandoverTemplate => ({
    model:
      template.modelId === GENERAL
        ? null
        : { id: template.modelId, name: model ?? '', project: project ?? '' },
    version: template.version,
    rooms: template.rooms,
    by,
    at: template.createdAt.toISOString(),
  }));
  return own.some(({ model }) => model === null)
    ? own
    : [{ model: null, version: 0, rooms: [...DEFAULT_ROOMS], by: null, at: null }, ...own];
}

/**
 * Writes the next version of a list; inspections keep the points that they answered. The lists are the company's, so the
 * permission is needed for everything. Raises 403, 404, 409 STALE.
 */
export async function changeTemplate(
  ctx: Context,
  modelId: number,
  { ambientes, version }: { ambientes: Room[]; version: number },
): Promise<HandoverTemplate> {
  if (scopeOf(ctx, 'ventas.entregar')?.scope !== 'todo') throw forbidden();
  if (modelId !== GENERAL && (await ctx.db.$count(houseModels, eq(houseModels.id, modelId))) === 0)
    throw notFound();
  const [last] = await ctx.db
    .select({ version: handoverTemplates.version })
    .from(handoverTemplates)
    .where(eq(handoverTemplates.modelId, modelId))
    .orderBy(desc(handoverTemplates.version))
    .limit(1);
  const now = last?.version ?? 0;
  if (now !== version) throw conflict('STALE', undefined, { version: now });
  try {
    await ctx.db.insert(handoverTemplates).values({
      modelId,
      version: version + 1,
      rooms: ambientes,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'handover_templates_model_id_version_pk') throw error;
    throw conflict('STALE');
  }
  await announce(ctx, { record: 'plantilla_entrega', id: modelId, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'plantilla_entrega', modelId, { ambientes: ambientes.length });
  return (await listTemplates(ctx)).find(({ model }) => (model?.id ?? GENERAL) === modelId)!;
}
