import { and, asc, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import type { LotsChange } from '#contract/projects/lots/model.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { tellRepriced } from '#server/modules/projects/projects/repriced.service.ts';
import { tellFree } from './free.service.ts';
import { readLots } from './known.service.ts';
import { lotsInReach } from './lots.scope.ts';
import { lots } from './lots.table.ts';

/**
 * Changes the given fields of many lots, all or none. Returns the number of lots. Raises 404 for a lot outside the
 * caller's projects, 409 LOT_CLAIMED when a claimed lot would be taken off sale, 422 for a type that is not offered.
 */
export async function changeLots(ctx: Context, form: z.output<typeof LotsChange>): Promise<number> {
  const ids = [...new Set(form.ids)];
  const found = await ctx.db
    .select()
    .from(lots)
    .where(and(inArray(lots.id, ids), lotsInReach(ctx, 'proyectos.editar')))
    .orderBy(asc(lots.id))
    .for('no key update');
  if (found.length < ids.length) throw notFound();
  if (form.type_id !== undefined && !(await isOffered(ctx.db, lotTypes, form.type_id)))
    throw invalid([{ field: 'type_id', message: 'Elige uno de los tipos de lote.' }]);
  if (form.withheld) {
    const known = await readLots(ctx, ids);
    const claimed = found.find(({ id, withheld }) => !withheld && known.get(id)?.claim);
    if (claimed)
      throw conflict(
        'LOT_CLAIMED',
        `El lote ${claimed.name} está tomado por una venta: libéralo antes de retirarlo.`,
      );
  }
  await ctx.db
    .update(lots)
    .set({
      ...(form.type_id !== undefined && { typeId: form.type_id }),
      ...(form.area_m2 !== undefined && { areaM2: form.area_m2 }),
      ...(form.premium_centavos !== undefined && { premiumCents: form.premium_centavos }),
      ...(form.withheld !== undefined && {
        withheld: form.withheld,
        withheldReason: form.withheld ? form.withheld_reason : null,
      }),
      version: sql`${lots.version} + 1`,
    })
    .where(inArray(lots.id, ids));
  if (form.premium_centavos !== undefined)
    await tellRepriced(
      ctx,
      found.map(({ id, projectId, premiumCents }) => ({
        projectId,
        lotId: id,
        fromCents: premiumCents,
        toCents: form.premium_centavos!,
      })),
      'Cambio de varios lotes',
    );
  if (form.withheld === false)
    for (const { id } of found.filter(({ withheld }) => withheld)) await tellFree(ctx, id);
  const { ids: _, withheld_reason, ...set } = form;
  for (const { id, name } of found)
    await audit(ctx, 'cambiar', 'lote', id, {
      name,
      ...set,
      ...(form.withheld && { reason: withheld_reason }),
    });
  return found.length;
}
