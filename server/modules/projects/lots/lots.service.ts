import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { BlockForm, Lot, LotForm } from '#contract/projects/lots/model.ts';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { lotsOfBlock } from '#contract/projects/lots/block.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { tellFree } from './free.service.ts';
import { readLots } from './known.service.ts';
import { findLots } from './lots.queries.ts';
import { lotsInReach } from './lots.scope.ts';
import { lots } from './lots.table.ts';
import { tellRepriced } from '#server/modules/projects/projects/repriced.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

const BLOCK_MAX = 120;

/** Creates the missing lots of a block; existing lots are not changed. Returns the new ones. Raises 422. */
export async function createBlock(ctx: Context, form: z.output<typeof BlockForm>): Promise<Lot[]> {
  if (form.to < form.from || form.to - form.from >= BLOCK_MAX)
    throw invalid([{ field: 'to', message: `Hasta ${BLOCK_MAX} lotes de una vez, del menor al mayor.` }]);
  const reach =
    ctx.staff?.grants.get('proyectos.editar') === 'todo' || ctx.staff?.projectIds.includes(form.project_id);
  const [project] = reach
    ? await ctx.db.select({ id: projects.id }).from(projects).where(eq(projects.id, form.project_id))
    : [];
  if (!project) throw invalid([{ field: 'project_id', message: 'Elige una de las opciones.' }]);
  await checkType(ctx, form.type_id);
  if (form.corner_type_id !== null) await checkType(ctx, form.corner_type_id);
  const rows = lotsOfBlock(form).map((lot) => ({
    projectId: form.project_id,
    block: form.block,
    name: lot.name,
    typeId: lot.type_id,
    areaM2: lot.area_m2,
    premiumCents: lot.premium_centavos,
    createdAt: ctx.now,
  }));
  if (rows.length === 0)
    throw invalid([{ field: 'to', message: 'Entre esos números no hay ningún lote que crear.' }]);
  const made = await ctx.db.insert(lots).values(rows).onConflictDoNothing().returning({ id: lots.id });
  await audit(ctx, 'crear lotes', 'proyecto', form.project_id, { block: form.block, made: made.length });
  const ids = made.map(({ id }) => id);
  return ids.length > 0 ? findLots(ctx, inArray(lots.id, ids)) : [];
}

/** Raises 422 for a type that is not offered. A lot may keep its type after the type is archived. */
async function checkType(ctx: Context, typeId: number): Promise<void> {
  if (!(await isOffered(ctx.db, lotTypes, typeId)))
    throw invalid([{ field: 'type_id', message: 'Elige uno de los tipos de lote.' }]);
}

/** Changes a lot. Raises 404, 409 STALE, 409 NAME_TAKEN, 409 LOT_CLAIMED when a claimed lot would be taken off sale. */
export async function changeLot(ctx: Context, id: number, form: z.output<typeof LotForm>): Promise<Lot> {
  const [before] = await ctx.db
    .select()
    .from(lots)
    .where(and(eq(lots.id, id), lotsInReach(ctx, 'proyectos.editar')))
    .for('no key update');
  if (!before) throw notFound();
  if (form.version !== undefined && form.version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  if (form.type_id !== before.typeId) await checkType(ctx, form.type_id);
  if (form.withheld && !form.withheld_reason)
    throw invalid([{ field: 'withheld_reason', message: 'Escribe por qué no está a la venta.' }]);
  if (form.withheld && !before.withheld && (await readLots(ctx, [id])).get(id)?.claim)
    throw conflict('LOT_CLAIMED', 'El lote está tomado por una venta: libéralo antes de retirarlo.');
  try {
    await ctx.db
      .update(lots)
      .set({
        name: form.name,
        block: form.name.split('-')[0]!,
        typeId: form.type_id,
        areaM2: form.area_m2,
        premiumCents: form.premium_centavos,
        withheld: form.withheld,
        withheldReason: form.withheld ? form.withheld_reason : null,
        version: before.version + 1,
      })
      .where(eq(lots.id, id));
  } catch (error) {
    if (violatedConstraint(error) !== 'lots_name') throw error;
    throw new Refused(409, 'NAME_TAKEN', 'Ya hay un lote con ese nombre en el proyecto.', {
      errors: [{ field: 'name', message: 'Ya hay un lote con ese nombre en el proyecto.' }],
    });
  }
  if (before.withheld && !form.withheld) await tellFree(ctx, id);
  await tellRepriced(
    ctx,
    [
      {
        projectId: before.projectId,
        lotId: id,
        fromCents: before.premiumCents,
        toCents: form.premium_centavos,
      },
    ],
    'En la ficha del lote',
  );
  await audit(ctx, 'cambiar', 'lote', id, {
    name: form.name,
    withheld: form.withheld,
    ...(form.withheld && { reason: form.withheld_reason }),
  });
  return (await findLots(ctx, eq(lots.id, id)))[0]!;
}
