import { and, asc, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { PriceEdits } from '#contract/projects/prices/model.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import type { FieldError } from '#contract/errors.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { writePremiums } from '#server/modules/projects/lots/lotRows.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { writeModelPrices } from '#server/modules/projects/projects/projects.service.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { projectInReach } from './prices.queries.ts';
import type { Repriced } from '#server/modules/projects/projects/repriced.service.ts';
import { recordPrices } from './priceLog.service.ts';

type Edits = z.output<typeof PriceEdits>;
type Edit = Edits['cambios'][number];

/**
 * Writes prices from the grid, all or none. Received sales keep their price. Raises 404 for a price outside the
 * caller's projects, 409 STALE when a price is not the one the user saw, 422 at its row.
 */
export async function changePrices(ctx: Context, { motivo, cambios }: Edits): Promise<number> {
  const faults = cambios.flatMap(({ target, to_centavos }, at): FieldError[] =>
    target === 'model' && to_centavos < 1
      ? [{ field: `cambios[${at}][to_centavos]`, message: 'El precio de un modelo debe ser mayor que cero.' }]
      : [],
  );
  const twice = new Set(cambios.map(({ target, id }) => `${target}-${id}`)).size < cambios.length;
  if (twice) faults.push({ field: 'cambios', message: 'Un mismo precio viene dos veces.' });
  if (faults.length > 0) throw invalid(faults);
  const changed = [
    ...(await changeModels(
      ctx,
      cambios.filter(({ target }) => target === 'model'),
    )),
    ...(await changePremiums(
      ctx,
      cambios.filter(({ target }) => target === 'lot'),
    )),
  ];
  await recordPrices(ctx, changed, { reason: motivo });
  for (const projectId of new Set(changed.map((one) => one.projectId)))
    await audit(ctx, 'cambiar precios', 'proyecto', projectId, {
      reason: motivo,
      prices: changed.filter((one) => one.projectId === projectId).length,
    });
  return changed.length;
}

async function changeModels(ctx: Context, edits: Edit[]): Promise<Repriced[]> {
  if (edits.length === 0) return [];
  const ids = edits.map(({ id }) => id);
  const found = await ctx.db
    .select({ id: houseModels.id, projectId: houseModels.projectId, cents: houseModels.priceCents })
    .from(houseModels)
    .where(and(inArray(houseModels.id, ids), projectInReach(ctx, 'proyectos.editar', houseModels.projectId)))
    .orderBy(asc(houseModels.id))
    .for('no key update');
  const changed = seen(edits, found);
  await writeModelPrices(
    ctx.db,
    edits.map(({ id, to_centavos, price_until }) => ({ id, cents: to_centavos, until: price_until })),
  );
  return changed.map(({ id, ...one }) => ({ ...one, modelId: id }));
}

async function changePremiums(ctx: Context, edits: Edit[]): Promise<Repriced[]> {
  if (edits.length === 0) return [];
  const ids = edits.map(({ id }) => id);
  const found = await ctx.db
    .select({ id: lots.id, projectId: lots.projectId, cents: lots.premiumCents })
    .from(lots)
    .where(and(inArray(lots.id, ids), projectInReach(ctx, 'proyectos.editar', lots.projectId)))
    .orderBy(asc(lots.id))
    .for('no key update');
  const changed = seen(edits, found);
  await writePremiums(
    ctx.db,
    edits.map(({ id, to_centavos }) => ({ id, cents: to_centavos })),
  );
  return changed.map(({ id, ...one }) => ({ ...one, lotId: id }));
}

/** Raises 409 STALE unless the prices are the ones that the user saw. */
function seen(edits: Edit[], found: { id: number; projectId: number; cents: number }[]) {
  return edits.map(({ id, from_centavos, to_centavos }) => {
    const row = found.find((one) => one.id === id);
    if (!row) throw notFound();
    if (row.cents !== from_centavos) throw conflict('STALE', undefined, { id, price_centavos: row.cents });
    return { id, projectId: row.projectId, fromCents: row.cents, toCents: to_centavos };
  });
}
