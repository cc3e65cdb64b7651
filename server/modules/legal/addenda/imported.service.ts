import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { dayText, panamaDay, panamaInstant } from '#contract/dates.ts';
import type { EffectLine } from '#contract/legal/addenda/change.ts';
import { ADDENDUM, type AddendumKind } from '#contract/legal/addenda/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, touch } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { amendPromise } from '#server/modules/legal/promises/amend.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { addenda } from './addenda.table.ts';
import { signedPromise } from './standing.service.ts';

/** The kinds that an import brings: a sale that was ceded moves in as its new buyer's. */
export type ImportedKind = Exclude<AddendumKind, 'cesion'>;

/** What an imported addendum changed, by its kind. */
export const IMPORTED_LABELS: Readonly<Record<ImportedKind, string>> = {
  lote: 'Lote',
  modelo: 'Modelo o mejoras',
  precio: 'Precio',
  comprador: 'Quienes compran',
  prorroga: 'Fecha de entrega',
  plan: 'Plan de pago',
};

/** An addendum that was signed before the company moved in. Days are YYYY-MM-DD. */
export interface ImportedAddendum {
  kind: ImportedKind;
  signedOn: string;
  reason: string;
  /** Null: an extension of the delivery, which says `deliveryOn`. */
  before: string | null;
  after: string | null;
  deliveryOn: string | null;
}

/** The newest signed extension of a sale, besides one. */
const lastExtension = async (db: Db, saleId: number, besides = 0) =>
  (
    await db
      .select({ signedOn: addenda.signedOn, change: addenda.change })
      .from(addenda)
      .where(
        and(
          eq(addenda.saleId, saleId),
          eq(addenda.kind, 'prorroga'),
          eq(addenda.stateId, ADDENDUM.signed),
          ne(addenda.id, besides),
        ),
      )
      .orderBy(desc(addenda.signedOn), desc(addenda.id))
      .limit(1)
  )[0];

/**
 * Registers an addendum that was signed on paper. The sale is already as it left it; the newest extension moves the delivery
 * of the promise. Returns its id. Raises 409 STALE when the sale has no signed promise.
 */
export async function importAddendum(ctx: Context, saleId: number, one: ImportedAddendum): Promise<number> {
  const sale = await lockSale(ctx.db, saleId);
  const promise = sale && (await signedPromise(ctx.db, saleId));
  if (!promise) throw conflict('STALE');
  const extends_ = one.deliveryOn !== null;
  const newest = extends_ && ((await lastExtension(ctx.db, saleId))?.signedOn ?? '') <= one.signedOn;
  const effect: EffectLine = {
    label: IMPORTED_LABELS[one.kind],
    before: one.before ?? (promise.deliveryOn ? dayText(promise.deliveryOn) : 'Sin fecha'),
    after: one.after ?? (one.deliveryOn ? dayText(one.deliveryOn) : ''),
  };
  const year = Number(panamaDay(ctx.now).slice(0, 4));
  const next = await row<{ code: string }>(ctx.db, sql`select next_code('AD', ${year}::int) code`);
  const [made] = await ctx.db
    .insert(addenda)
    .values({
      code: next!.code,
      saleId,
      promiseId: promise.id,
      kind: one.kind,
      stateId: ADDENDUM.signed,
      stateSince: panamaInstant(one.signedOn, '12:00'),
      origin: 'importada',
      change: one.deliveryOn === null ? null : { tipo: 'prorroga', entrega: one.deliveryOn },
      effect: [effect],
      reason: one.reason,
      deliveryBefore: extends_ ? promise.deliveryOn : null,
      signedOn: one.signedOn,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: addenda.id });
  const id = made!.id;
  if (newest) await amendPromise(ctx, saleId, { deliveryOn: one.deliveryOn });
  await announce(ctx, { record: 'adenda', id, from: null, to: ADDENDUM.signed, of: ['precontrato', saleId] });
  await audit(ctx, 'importar', 'adenda', id, { saleId, kind: one.kind, signedOn: one.signedOn });
  return id;
}

/**
 * Takes an imported addendum away; the delivery is again what it was before. Returns false, and does nothing, when somebody
 * wrote about it or the delivery moved again.
 */
export async function takeBackAddendum(ctx: Context, id: number): Promise<boolean> {
  const [there] = await ctx.db.select().from(addenda).where(eq(addenda.id, id)).for('no key update');
  if (there?.origin !== 'importada') return false;
  const used = await row(
    ctx.db,
    sql`select from comments where reference = 'adenda' and reference_id = ${id} limit 1`,
  );
  if (used) return false;
  if (there.change?.tipo === 'prorroga') {
    const left = await lastExtension(ctx.db, there.saleId, id);
    const moved = (left?.signedOn ?? '') <= there.signedOn!;
    const delivery = (await signedPromise(ctx.db, there.saleId))?.deliveryOn;
    if (moved && delivery !== there.change.entrega) return false;
    if (moved)
      await amendPromise(ctx, there.saleId, {
        deliveryOn: left?.change?.tipo === 'prorroga' ? left.change.entrega : there.deliveryBefore,
      });
  }
  await ctx.db.delete(addenda).where(eq(addenda.id, id));
  touch(ctx, ['precontrato', there.saleId]);
  await audit(ctx, 'deshacer importación', 'adenda', id);
  return true;
}
