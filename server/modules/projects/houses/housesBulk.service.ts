import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { known } from '#server/kernel/known.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { readLots } from '#server/modules/projects/lots/known.service.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { houses } from './houses.table.ts';

/** Whether the caller may change a project. */
function mayEdit(ctx: Context, projectId: number): boolean {
  const reach = scopeOf(ctx, 'proyectos.editar');
  return reach !== null && (reach.scope === 'todo' || reach.projectIds.includes(projectId));
}

/**
 * Creates a house of one model on each lot that has none. Returns the number of new houses. Raises 404 for a lot
 * outside the caller's projects, 422 when the model is of another project or the lots are of several projects.
 */
export async function createHouses(
  ctx: Context,
  form: { lot_ids: number[]; model_id: number; delivery_on: string | null },
): Promise<number> {
  const ids = [...new Set(form.lot_ids)];
  const found = await ctx.db
    .select({ id: lots.id, projectId: lots.projectId, name: lots.name, typeId: lots.typeId })
    .from(lots)
    .where(inArray(lots.id, ids));
  if (found.length < ids.length || found.some(({ projectId }) => !mayEdit(ctx, projectId))) throw notFound();
  const [model] = await ctx.db.select().from(houseModels).where(eq(houseModels.id, form.model_id));
  if (!model || model.archivedAt || found.some(({ projectId }) => projectId !== model.projectId))
    throw invalid([{ field: 'model_id', message: 'Ese modelo no es del proyecto de todos esos lotes.' }]);
  const known = await readLots(ctx, ids);
  const taken = found.find(({ id }) => (known.get(id)?.claim?.modelId ?? model.id) !== model.id);
  if (taken)
    throw invalid([
      {
        field: 'lot_ids',
        message: `El lote ${taken.name} está vendido con otro modelo: quítalo de la selección.`,
      },
    ]);
  const made = await ctx.db
    .insert(houses)
    .values(
      found.map(({ id, projectId, name }) => ({
        projectId,
        lotId: id,
        modelId: model.id,
        name: `Casa ${name}`,
        deliveryOn: form.delivery_on,
        createdAt: ctx.now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: houses.id });
  await audit(ctx, 'crear viviendas', 'proyecto', model.projectId, { model: model.name, made: made.length });
  return made.length;
}

/** Archives an unused house. Raises 404, 409 HOUSE_USED with the use. */
export async function archiveHouse(ctx: Context, id: number): Promise<void> {
  const [found] = await ctx.db
    .select({ ...getTableColumns(houses), contracted: known<boolean>(ctx, 'vivienda', 'contracted') })
    .from(houses)
    .where(and(eq(houses.id, id), isNull(houses.archivedAt)))
    .for('no key update');
  if (!found || !mayEdit(ctx, found.projectId)) throw notFound();
  // The lock keeps sales from claiming the lot meanwhile.
  await ctx.db.select({ id: lots.id }).from(lots).where(eq(lots.id, found.lotId)).for('no key update');
  if ((await readLots(ctx, [found.lotId])).get(found.lotId)?.claim)
    throw conflict('HOUSE_USED', 'Una venta tiene su lote: la vivienda no se puede archivar.');
  if (found.contracted)
    throw conflict('HOUSE_USED', 'Un contrato de obra la incluye: la vivienda no se puede archivar.');
  await ctx.db
    .update(houses)
    .set({ archivedAt: ctx.now, version: found.version + 1 })
    .where(eq(houses.id, id));
  await audit(ctx, 'archivar', 'vivienda', id, { name: found.name });
}
