import { and, eq, ne } from 'drizzle-orm';
import { HANDOVER, type HandoverFacts } from '#contract/care/handover/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { lendersOf } from '#server/modules/money/interimLoans/lenders.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { readKnown } from '#server/modules/sales/sale/known.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { handoverInspections, handovers } from './handover.table.ts';

export type HandoverRecord = typeof handovers.$inferSelect;
type Columns = Partial<typeof handovers.$inferInsert>;

/** Locks a delivery after its sale. Raises 404. The caller has checked the scope. */
export async function lockHandover(ctx: Pick<Acting, 'db'>, id: number) {
  const [there] = await ctx.db
    .select({ saleId: handovers.saleId })
    .from(handovers)
    .where(eq(handovers.id, id));
  const sale = there && (await lockSale(ctx.db, there.saleId));
  if (!sale) throw notFound();
  const [handover] = await ctx.db.select().from(handovers).where(eq(handovers.id, id)).for('no key update');
  return { handover: handover!, sale };
}

/** The delivery of a sale that is not voided. */
export const handoverOf = async (db: Db, saleId: number): Promise<HandoverRecord | undefined> =>
  (
    await db
      .select()
      .from(handovers)
      .where(and(eq(handovers.saleId, saleId), ne(handovers.stateId, HANDOVER.voided)))
  )[0];

/** Moves a locked delivery whose transition was checked, and announces it. */
export async function moveHandover(
  ctx: Acting,
  handover: Pick<HandoverRecord, 'id' | 'saleId' | 'stateId' | 'version'>,
  to: number,
  set: Columns = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(handovers)
    .set({ ...set, stateId: to, stateSince: ctx.now, version: handover.version + 1 })
    .where(eq(handovers.id, handover.id));
  await announce(ctx, {
    record: 'entrega',
    id: handover.id,
    from: handover.stateId,
    to,
    of: ['precontrato', handover.saleId],
    reason,
  });
}

/** The facts that the rules of a delivery check. */
export async function handoverFacts(ctx: Acting, handover: HandoverRecord): Promise<HandoverFacts> {
  const known = (await readKnown(ctx, [handover.saleId])).get(handover.saleId);
  if (!known) throw notFound();
  const [house] = await ctx.db.select().from(houses).where(eq(houses.id, handover.houseId));
  const made = await ctx.db.$count(
    handoverInspections,
    and(
      eq(handoverInspections.handoverId, handover.id),
      eq(handoverInspections.round, handover.round),
      ne(handoverInspections.answer, 'rechaza'),
    ),
  );
  const { payables } = await readSettings(ctx.db);
  return {
    sale: known,
    early:
      handover.earlyReason === null || handover.earlyApproved === false
        ? 'no'
        : handover.earlyApproved
          ? 'aprobada'
          : 'por_aprobar',
    housePercent: house?.progressPercent ?? 0,
    lenders: payables.keysNeedRelease ? await lendersOf(ctx, handover.saleId) : [],
    inspected: made > 0,
  };
}
