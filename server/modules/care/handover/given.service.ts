import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { GivenDocument, GivenKind } from '#contract/care/handover/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { addFile, fileUrl } from '#server/modules/company/files/files.service.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { givenDocuments } from './handover.table.ts';

const selectGiven = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({
      given: givenDocuments,
      project: projects.name,
      model: houseModels.name,
      name: files.name,
    })
    .from(givenDocuments)
    .innerJoin(projects, eq(projects.id, givenDocuments.projectId))
    .leftJoin(houseModels, eq(houseModels.id, givenDocuments.modelId))
    .innerJoin(files, eq(files.id, givenDocuments.fileId));

/** The manuals and rules in force, by project. */
export async function listGiven(ctx: Context): Promise<GivenDocument[]> {
  const found = await selectGiven(ctx)
    .where(isNull(givenDocuments.replacedAt))
    .orderBy(projects.name, givenDocuments.kind, desc(givenDocuments.id));
  return found.map(({ given, project, model, name }) => ({
    id: given.id,
    kind: given.kind,
    project: { id: given.projectId, name: project },
    model: given.modelId === null ? null : { id: given.modelId, name: model ?? '' },
    name,
    url: fileUrl(ctx, given.fileId),
    at: given.createdAt.toISOString(),
  }));
}

/** Adds a manual or rules; the one before is replaced, never deleted. Raises 422 at a field. */
export async function addGiven(
  ctx: Context,
  { tipo, proyecto_id, modelo_id }: { tipo: GivenKind; proyecto_id: number; modelo_id?: number | undefined },
): Promise<GivenDocument> {
  const reach = scopeOf(ctx, 'ventas.entregar');
  const [project] = await ctx.db.select().from(projects).where(eq(projects.id, proyecto_id));
  if (!project || (reach?.scope === 'sus_proyectos' && !reach.projectIds.includes(proyecto_id)))
    throw invalid([{ field: 'proyecto_id', message: 'Elige el proyecto.' }]);
  if (
    modelo_id !== undefined &&
    (await ctx.db.$count(
      houseModels,
      and(eq(houseModels.id, modelo_id), eq(houseModels.projectId, proyecto_id)),
    )) === 0
  )
    throw invalid([{ field: 'modelo_id', message: 'Ese modelo no es de este proyecto.' }]);
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Adjunta el PDF.' }]);
  const fileId = await addFile(
    ctx,
    { reference: 'proyecto', referenceId: proyecto_id, sensitive: false },
    upload,
  );
  await ctx.db
    .update(givenDocuments)
    .set({ replacedAt: ctx.now })
    .where(
      and(
        eq(givenDocuments.kind, tipo),
        eq(givenDocuments.projectId, proyecto_id),
        sql`coalesce(${givenDocuments.modelId}, 0) = ${modelo_id ?? 0}`,
        isNull(givenDocuments.replacedAt),
      ),
    );
  const [made] = await ctx.db
    .insert(givenDocuments)
    .values({
      kind: tipo,
      projectId: proyecto_id,
      modelId: modelo_id ?? null,
      fileId,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: givenDocuments.id });
  await announce(ctx, {
    record: 'documento_entrega',
    id: made!.id,
    verb: 'crear',
    of: ['proyecto', proyecto_id],
  });
  await audit(ctx, 'crear', 'documento_entrega', made!.id, {
    tipo,
    proyecto: proyecto_id,
    modelo: modelo_id ?? null,
  });
  return (await listGiven(ctx)).find(({ id }) => id === made!.id)!;
}

/** What a family got with its house: of its model, else of its project. */
export async function givenTo(
  ctx: Pick<Context, 'db'>,
  { projectId, modelId }: { projectId: number; modelId: number },
) {
  const found = await selectGiven(ctx)
    .where(
      and(
        eq(givenDocuments.projectId, projectId),
        or(isNull(givenDocuments.modelId), eq(givenDocuments.modelId, modelId)),
        isNull(givenDocuments.replacedAt),
      ),
    )
    .orderBy(sql`${givenDocuments.modelId} nulls last`, givenDocuments.id);
  return [...Map.groupBy(found, ({ given }) => given.kind).values()].map(([first]) => ({
    kind: first!.given.kind,
    fileId: first!.given.fileId,
    name: first!.name,
  }));
}
