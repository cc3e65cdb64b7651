import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import type { FieldError } from '#contract/errors.ts';
import { offsetOf } from '#contract/paging.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import type { MaterialFilter } from '#contract/works/materials/endpoints.ts';
import type {
  HouseListForm,
  HouseListLine,
  MaterialForm,
  MaterialOption,
  MaterialRow,
} from '#contract/works/materials/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { hasPart, inOrder, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { seesCatalogPrices, seesPrices, siteInReach } from './materials.scope.ts';
import { materials, modelMaterials } from './materials.table.ts';

type Row = typeof materials.$inferSelect;

async function present(ctx: Context, list: readonly Row[]): Promise<MaterialRow[]> {
  const codes = await catalogLabels(ctx.db, costCodes);
  const sees = seesCatalogPrices(ctx);
  return list.map((one) => ({
    id: one.id,
    version: one.version,
    code: one.code,
    name: one.name,
    unit: one.unit,
    cost_code: { id: one.costCodeId, name: codes.get(one.costCodeId) ?? '' },
    price_centavos: sees ? one.priceCents : null,
    taxed: one.taxed,
    archived: one.archivedAt !== null,
  }));
}

const matching = ({ q, codigo_costo_id, archivados }: MaterialFilter) =>
  and(
    archivados === '1' ? undefined : isNull(materials.archivedAt),
    codigo_costo_id === undefined ? undefined : eq(materials.costCodeId, codigo_costo_id),
    q ? or(hasPart(materials.name, q), hasPart(materials.code, q)) : undefined,
  );

/** A contractor sees nothing of materials, whatever its role grants. Raises 404. */
export function colleaguesOnly(ctx: Context): void {
  if (!ctx.staff?.colleague) throw notFound();
}

/** A page of the catalog by name, and the total. */
export async function pageOfMaterials(ctx: Context, query: MaterialFilter) {
  colleaguesOnly(ctx);
  const where = matching(query);
  const list = await ctx.db
    .select()
    .from(materials)
    .where(where)
    .orderBy(inOrder(query, { code: materials.code, name: materials.name }, materials.id, ['name', 'asc']))
    .limit(query.per_page)
    .offset(offsetOf(query));
  return { list: await present(ctx, list), total: await ctx.db.$count(materials, where) };
}

/** The materials on offer, by name. */
export async function materialOptions(ctx: Context): Promise<MaterialOption[]> {
  return ctx.db
    .select({ id: materials.id, name: materials.name, unit: materials.unit })
    .from(materials)
    .where(isNull(materials.archivedAt))
    .orderBy(asc(materials.name), asc(materials.id));
}

/** The catalog has prices: only who sees them writes it. Raises 403, 422 at `cost_code_id`. */
async function checkForm(ctx: Context, form: MaterialForm, before?: Row): Promise<void> {
  if (!seesCatalogPrices(ctx)) throw forbidden();
  if (form.cost_code_id !== before?.costCodeId && !(await isOffered(ctx.db, costCodes, form.cost_code_id)))
    throw invalid([{ field: 'cost_code_id', message: 'Elige uno de los códigos de costo.' }]);
}

async function saving<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'materials_code') throw error;
    const message = 'Ya hay un material con ese código.';
    throw new Refused(409, 'CODE_TAKEN', message, { errors: [{ field: 'code', message }] });
  }
}

const columnsOf = (form: MaterialForm) => ({
  code: form.code,
  name: form.name,
  unit: form.unit,
  costCodeId: form.cost_code_id,
  priceCents: form.price_centavos,
  taxed: form.taxed,
});

/** Adds a material. Raises 403, 409 CODE_TAKEN, 422. */
export async function createMaterial(ctx: Context, form: MaterialForm): Promise<MaterialRow> {
  await checkForm(ctx, form);
  const [made] = await saving(
    ctx.db
      .insert(materials)
      .values({ ...columnsOf(form), createdBy: staffOf(ctx).userId, createdAt: ctx.now })
      .returning(),
  );
  await announce(ctx, { record: 'material', id: made!.id, verb: 'crear' });
  await audit(ctx, 'crear', 'material', made!.id, { code: form.code });
  return (await present(ctx, [made!]))[0]!;
}

async function lockMaterial(ctx: Context, id: number, version?: number): Promise<Row> {
  const [found] = await ctx.db.select().from(materials).where(eq(materials.id, id)).for('no key update');
  if (!found) throw notFound();
  if (version !== undefined && version !== found.version)
    throw conflict('STALE', undefined, { version: found.version });
  return found;
}

async function write(ctx: Context, before: Row, set: Partial<Row>): Promise<MaterialRow> {
  const [after] = await saving(
    ctx.db
      .update(materials)
      .set({ ...set, version: before.version + 1 })
      .where(eq(materials.id, before.id))
      .returning(),
  );
  await announce(ctx, { record: 'material', id: before.id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'material', before.id, { before, after });
  return (await present(ctx, [after!]))[0]!;
}

/** Changes a material. What was requested and bought keeps its price. Raises 403, 404, 409 CODE_TAKEN or STALE, 422. */
export async function changeMaterial(
  ctx: Context,
  id: number,
  { version, ...form }: MaterialForm & { version?: number | undefined },
): Promise<MaterialRow> {
  const before = await lockMaterial(ctx, id, version);
  await checkForm(ctx, form, before);
  if (form.unit !== before.unit && (await isUsed(ctx, id)))
    throw invalid([
      { field: 'unit', message: 'Ya se pidió o se movió con esa unidad: agrega otro material.' },
    ]);
  return write(ctx, before, columnsOf(form));
}

/** Whether a quantity of the material is written anywhere: its unit then stays. */
async function isUsed(ctx: Context, id: number): Promise<boolean> {
  const found = await ctx.db.execute(
    sql`select 1 where exists (select from material_request_lines where material_id = ${id})
      or exists (select from purchase_order_lines where material_id = ${id})
      or exists (select from stock_movements where material_id = ${id})
      or exists (select from model_materials where material_id = ${id})`,
  );
  return found.rows.length > 0;
}

/** Stops offering a material, or offers it again. Raises 403, 404, 409 STALE. */
export async function archiveMaterial(
  ctx: Context,
  id: number,
  archived: boolean,
  version?: number,
): Promise<MaterialRow> {
  if (!seesCatalogPrices(ctx)) throw forbidden();
  const before = await lockMaterial(ctx, id, version);
  return write(ctx, before, { archivedAt: archived ? ctx.now : null });
}

/** Removes a material that nothing refers to. False: something does. */
export async function removeMaterial(ctx: Context, id: number): Promise<boolean> {
  try {
    await ctx.db.delete(materials).where(eq(materials.id, id));
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error;
    return false;
  }
  await audit(ctx, 'deshacer importación', 'material', id, {});
  return true;
}

/** Faults of materials that are not on offer, at `lines[n][material_id]`; `kept`: those that were there before. */
export async function unknownMaterials(
  ctx: Context,
  lines: readonly { material_id: number }[],
  kept: ReadonlySet<number> = new Set(),
): Promise<FieldError[]> {
  const offered = await ctx.db
    .select({ id: materials.id })
    .from(materials)
    .where(
      and(
        isNull(materials.archivedAt),
        inArray(materials.id, [0, ...lines.map(({ material_id }) => material_id)]),
      ),
    );
  const known = new Set([...offered.map(({ id }) => id), ...kept]);
  return lines.flatMap(({ material_id }, at) =>
    known.has(material_id)
      ? []
      : [{ field: `lines[${at}][material_id]`, message: 'Elige uno de los materiales.' }],
  );
}

/** What each house of a model takes, by name. Raises 404 outside the caller's projects. */
export async function houseListOf(ctx: Context, modelId: number): Promise<HouseListLine[]> {
  const [model] = await ctx.db
    .select({ projectId: houseModels.projectId })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(eq(houseModels.id, modelId), siteInReach(ctx, 'materiales.ver', projects.id)));
  if (!model) throw notFound();
  const sees = seesPrices(ctx, model.projectId);
  const list = await ctx.db
    .select({ material: materials, quantity: modelMaterials.quantity })
    .from(modelMaterials)
    .innerJoin(materials, eq(materials.id, modelMaterials.materialId))
    .where(eq(modelMaterials.modelId, modelId))
    .orderBy(asc(materials.name), asc(materials.id));
  return list.map(({ material, quantity }) => ({
    id: material.id,
    code: material.code,
    name: material.name,
    unit: material.unit,
    quantity,
    price_centavos: sees ? material.priceCents : null,
    cents: sees ? itemCents(quantity, material.priceCents) : null,
  }));
}

/** Replaces what each house of a model takes. Raises 422 at its field. */
export async function setHouseList(ctx: Context, form: HouseListForm): Promise<void> {
  const [model] = await ctx.db
    .select({ id: houseModels.id, projectId: houseModels.projectId })
    .from(houseModels)
    .where(
      and(eq(houseModels.id, form.modelo_id), siteInReach(ctx, 'materiales.aprobar', houseModels.projectId)),
    )
    .for('no key update');
  if (!model) throw invalid([{ field: 'modelo_id', message: 'Elige un modelo de tus proyectos.' }]);
  const before = await ctx.db
    .select({ material: modelMaterials.materialId, quantity: modelMaterials.quantity })
    .from(modelMaterials)
    .where(eq(modelMaterials.modelId, model.id))
    .orderBy(asc(modelMaterials.materialId));
  const faults = await unknownMaterials(ctx, form.lines, new Set(before.map(({ material }) => material)));
  if (faults.length > 0) throw invalid(faults);
  await ctx.db.delete(modelMaterials).where(eq(modelMaterials.modelId, model.id));
  if (form.lines.length > 0)
    await ctx.db.insert(modelMaterials).values(
      form.lines.map(({ material_id, quantity }) => ({
        modelId: model.id,
        materialId: material_id,
        quantity,
        changedBy: staffOf(ctx).userId,
        changedAt: ctx.now,
      })),
    );
  await announce(ctx, {
    record: 'lista_materiales',
    id: model.id,
    verb: 'cambiar',
    of: ['proyecto', model.projectId],
  });
  await audit(ctx, 'cambiar', 'lista_materiales', model.id, { before, after: form.lines });
}
