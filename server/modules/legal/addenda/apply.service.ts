import { eq, sql } from 'drizzle-orm';
import { PAID_LINE, type Change, type EffectLine } from '#contract/legal/addenda/change.ts';
import { whyNotAddendum } from '#contract/legal/addenda/rules.ts';
import { sorted } from '#contract/legal/seals/chain.ts';
import { audit } from '#server/kernel/audit.ts';
import { touch } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { amendPromise } from '#server/modules/legal/promises/amend.service.ts';
import { addToSale, takeFromSale } from '#server/modules/sales/buyers/buyers.service.ts';
import { cedeSale } from '#server/modules/sales/ending/cession.service.ts';
import { moveClaim } from '#server/modules/sales/claims/claims.service.ts';
import { lockSale, touchSale } from '#server/modules/sales/sale/states.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import type { AddendumRow } from './addenda.queries.ts';
import { weigh } from './standing.service.ts';

/** The effect as it is signed: what was paid may grow until then. */
const signed = (lines: readonly EffectLine[]) =>
  JSON.stringify(sorted(lines.filter(({ label }) => label !== PAID_LINE)));

/**
 * Applies a signed addendum to its sale, in the transaction of the last signature: whole, or not at all. `sign` makes it
 * signed, once it is known that it can be applied: a sale that is ceded takes its unsigned addenda along. Raises 409
 * ADDENDUM_STALE when the sale is not as it was when it was sent, 409 LOT_TAKEN; then nobody has signed last.
 */
export async function applyAddendum(
  ctx: Acting,
  addendum: AddendumRow,
  sign: () => Promise<void>,
): Promise<void> {
  const sale = await lockSale(ctx.db, addendum.saleId);
  if (!sale) throw conflict('ADDENDUM_STALE');
  const { lines, whyNot } = await weigh(ctx, sale, addendum.change);
  const refusal =
    addendum.kind === 'cesion' ? whyNotAddendum({ ...sale, promiseSigned: false }, 'cesion') : null;
  if (refusal || whyNot || signed(lines) !== signed(addendum.effect))
    throw conflict(
      'ADDENDUM_STALE',
      refusal ?? whyNot ?? 'La venta cambió después de enviar esta adenda: hay que enviarla otra vez.',
    );
  await sign();
  await applyChange(ctx, sale, addendum);
  touch(ctx, ['precontrato', sale.id]);
  await audit(ctx, 'aplicar_adenda', 'precontrato', sale.id, { code: addendum.code, effect: lines });
}

async function applyChange(
  ctx: Acting,
  sale: NonNullable<Awaited<ReturnType<typeof lockSale>>>,
  { change, code, reason }: Pick<AddendumRow, 'change' | 'code' | 'reason'>,
): Promise<void> {
  switch (change.tipo) {
    case 'lote': {
      await moveClaim(ctx, { saleId: sale.id, lotId: change.lote_id });
      const [lot] = await ctx.db
        .select({ premiumCents: lots.premiumCents })
        .from(lots)
        .where(eq(lots.id, change.lote_id));
      return reprice(ctx, sale, change.precio_centavos, { lotPremiumCents: lot!.premiumCents });
    }
    case 'modelo':
      return reprice(ctx, sale, change.precio_centavos, { modelId: change.modelo_id });
    case 'precio':
      return reprice(ctx, sale, change.precio_centavos);
    case 'comprador':
      return changeBuyers(ctx, sale, change);
    case 'prorroga':
      return amendPromise(ctx, sale.id, { deliveryOn: change.entrega });
    case 'cesion':
      await cedeSale(ctx, sale, {
        personId: change.persona_id,
        paymentForm: change.forma_pago,
        reason: `Adenda ${code}: ${reason}`,
      });
      return;
    // The payment plan is money's: its follower makes it in this transaction.
    case 'plan':
  }
}

async function reprice(
  ctx: Acting,
  sale: { id: number; version: number },
  priceCents: number,
  set: Parameters<typeof touchSale>[2] = {},
): Promise<void> {
  await touchSale(ctx, sale, { ...set, priceCents });
  await amendPromise(ctx, sale.id, { priceCents });
}

async function changeBuyers(
  ctx: Acting,
  sale: { id: number; version: number },
  { quita_id, agrega_persona_id, agrega_como }: Extract<Change, { tipo: 'comprador' }>,
): Promise<void> {
  const last = await row<{ position: number }>(
    ctx.db,
    sql`select coalesce(max(position), 0)::int position from sale_buyers where sale_id = ${sale.id}`,
  );
  if (quita_id !== null) await takeFromSale(ctx.db, quita_id);
  if (agrega_persona_id !== null)
    await addToSale(ctx, {
      saleId: sale.id,
      personId: agrega_persona_id,
      role: agrega_como,
      position: (last?.position ?? 0) + 1,
      addedBy: ctx.staff?.userId ?? null,
    });
  await touchSale(ctx, sale, {});
}
