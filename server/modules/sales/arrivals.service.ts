import { eq } from 'drizzle-orm';
import { SALE } from '#contract/sales/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { papersStanding } from '#server/modules/documents/standing.service.ts';
import { refreshStages } from './stages.service.ts';
import { lockSale, writeSaleState } from './states.service.ts';
import { sales } from './sales.table.ts';

/** domain.md §2, last customer action */
const UPLOADED_PAPERS = 9;

/** After a paper has come in: a sale that waited for papers (4) goes back to review (3) once none is missing. */
export async function papersArrived(
  ctx: Partial<Pick<Context, 'staff' | 'client' | 'ip'>> & Pick<Context, 'now'> & { db: Db },
  saleId: number,
): Promise<void> {
  const sale = await lockSale(ctx.db, saleId);
  if (!sale) return;
  if (ctx.client && !ctx.staff)
    await ctx.db
      .update(sales)
      .set({ lastActionId: UPLOADED_PAPERS, lastActionAt: ctx.now })
      .where(eq(sales.id, saleId));
  if (sale.stateId !== SALE.papersMissing) return;
  const { open } = await papersStanding(ctx.db, saleId);
  if (open.length > 0) return;
  await writeSaleState(ctx, sale, SALE.inReview);
  await refreshStages(ctx, saleId);
}
