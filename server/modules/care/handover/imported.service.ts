import { eq } from 'drizzle-orm';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { panamaInstant } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { touch } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { lockSale, writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { houseOfSale, insertHandover } from './handover.service.ts';
import { handovers } from './handover.table.ts';

/**
 * Notes a house that was delivered before the company moved in: only its day is known, and its clocks run from it. A sale that
 * is paid becomes delivered. Returns the delivery's id. Raises 409 when it has one, or no house.
 */
export async function importHandover(ctx: Context, saleId: number, deliveredOn: string): Promise<number> {
  const sale = await lockSale(ctx.db, saleId);
  const house = sale && (await houseOfSale(ctx, saleId));
  if (!sale || !house) throw conflict('STALE');
  const id = await insertHandover(ctx, {
    saleId,
    houseId: house.id,
    modelId: house.modelId,
    scheduledOn: deliveredOn,
    deliveredOn,
    stateId: HANDOVER.delivered,
    imported: true,
  });
  await ctx.db
    .update(handovers)
    .set({ stateSince: panamaInstant(deliveredOn, '12:00') })
    .where(eq(handovers.id, id));
  if (sale.stateId === SALE.disbursed) await writeSaleState(ctx, sale, SALE.delivered);
  await audit(ctx, 'importar', 'entrega', id, { sale: saleId, dia: deliveredOn });
  return id;
}

/** Takes an imported delivery away. Returns false, and does nothing, when it was worked on since. */
export async function takeBackHandover(ctx: Context, id: number): Promise<boolean> {
  const there = await row<{ saleId: number; stateId: number }>(
    ctx.db,
    sql`select k.sale_id "saleId", s.state_id "stateId" from handovers k join sales s on s.id = k.sale_id
      where k.id = ${id} and k.imported and k.version = 1
        and not exists (select from punch_items i where i.handover_id = k.id)
        and not exists (select from warranty_notices n where n.handover_id = k.id)
        and not exists (select from comments where reference = 'entrega' and reference_id = ${id}) for no key update of k`,
  );
  if (!there || there.stateId === SALE.closed) return false;
  const sale = (await lockSale(ctx.db, there.saleId))!;
  await ctx.db.delete(handovers).where(eq(handovers.id, id));
  if (sale.stateId === SALE.delivered)
    await writeSaleState(ctx, sale, SALE.disbursed, {}, 'Se deshizo la importación de su entrega.');
  touch(ctx, ['precontrato', there.saleId]);
  await audit(ctx, 'deshacer importación', 'entrega', id);
  return true;
}
