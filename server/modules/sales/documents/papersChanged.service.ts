import { recordLastAction } from '#server/modules/sales/sale/advance.service.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { touch } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { papersStanding } from './standing.service.ts';
import { writeSaleState } from '#server/modules/sales/sale/states.service.ts';

/** domain.md §2, last customer action */
const UPLOADED_PAPERS = 9;

/**
 * Call after documents of a locked sale have changed. A sale that waits for documents (4) goes back to review (3) when
 * none is missing. The stages follow.
 */
export async function papersChanged(
  ctx: Acting,
  sale: { id: number; stateId: number; version: number },
): Promise<void> {
  if (ctx.client && !ctx.staff) await recordLastAction(ctx, sale.id, UPLOADED_PAPERS);
  if (sale.stateId === SALE.papersMissing) {
    const { open } = await papersStanding(ctx.db, sale.id);
    if (open.length === 0) await writeSaleState(ctx, sale, SALE.inReview);
  }
  touch(ctx, ['precontrato', sale.id]);
}
