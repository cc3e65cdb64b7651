import { and, eq, inArray } from 'drizzle-orm';
import { PROMISE, PROMISING_SALES } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { panamaInstant } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, touch } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict } from '#server/kernel/errors.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { newCode } from './draft.service.ts';
import { lastPromise } from './last.service.ts';
import { promises } from './promises.table.ts';

/** A promise that was signed before the company moved in. Days are YYYY-MM-DD. */
export interface ImportedPromise {
  signedOn: string;
  deliveryOn: string | null;
  motherFinca: string | null;
  locationCode: string | null;
}

/**
 * Registers a promise that was signed on paper; a sale that still waits for it goes on to "Promesa firmada". Returns its id.
 * Raises 409 PROMISE_OPEN.
 */
export async function importPromise(ctx: Context, saleId: number, one: ImportedPromise): Promise<number> {
  const sale = await lockSale(ctx.db, saleId);
  if (!sale) throw conflict('STALE');
  const last = await lastPromise(ctx.db, saleId);
  const waits = PROMISING_SALES.some((state) => state === sale.stateId);
  const [made] = await ctx.db
    .insert(promises)
    .values({
      ...one,
      code: last ? `${last.code}-${last.round + 1}` : await newCode(ctx),
      saleId,
      round: (last?.round ?? 0) + 1,
      stateId: PROMISE.signed,
      stateSince: panamaInstant(one.signedOn, '12:00'),
      origin: 'importada',
      writers: [],
      priceCents: sale.priceCents,
      saleStateId: waits ? sale.stateId : null,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: promises.id });
  const id = made!.id;
  await announce(ctx, { record: 'promesa', id, from: null, to: PROMISE.signed, of: ['precontrato', saleId] });
  await audit(ctx, 'importar', 'promesa', id, { saleId, signedOn: one.signedOn });
  if (waits) {
    await advanceSale(ctx, saleId, SALE.promiseSigning, 'Promesa firmada en papel');
    await advanceSale(ctx, saleId, SALE.promiseSigned, 'Promesa firmada en papel');
  }
  return id;
}

/** Corrects an imported promise. */
export async function correctImported(ctx: Context, id: number, one: ImportedPromise): Promise<void> {
  await ctx.db
    .update(promises)
    .set(one)
    .where(and(eq(promises.id, id), eq(promises.origin, 'importada')));
  await audit(ctx, 'corregir', 'promesa', id, { signedOn: one.signedOn });
}

/** Takes imported promises away whose sales they did not move. Returns false, and does nothing, when one did. */
export async function removeImported(ctx: Context, ids: readonly number[]): Promise<boolean> {
  const found = await ctx.db
    .select({ id: promises.id, saleId: promises.saleId, moved: promises.saleStateId })
    .from(promises)
    .where(and(inArray(promises.id, [...ids]), eq(promises.origin, 'importada')));
  if (found.length !== ids.length || found.some(({ moved }) => moved !== null)) return false;
  await ctx.db.delete(promises).where(inArray(promises.id, [...ids]));
  for (const { saleId } of found) touch(ctx, ['precontrato', saleId]);
  return true;
}
