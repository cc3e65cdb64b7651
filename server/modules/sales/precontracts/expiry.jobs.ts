import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import { SALE } from '#contract/sales/sale/rules.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { expireSale } from './precontracts.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import {
  claimById,
  ExpireClaim,
  keepLot,
  releaseClaim,
  type Claim,
} from '#server/modules/sales/claims/claims.service.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';

/**
 * Runs at the end of a claim. A hold frees its lot; an unpaid reservation or a separation also ends its sale. Sent once
 * for each end that was set; does nothing if the end was moved, suspended or already handled.
 */
export const expireClaim = job({
  ...ExpireClaim,
  async run(ctx, { claimId }) {
    const claim = await findLive(ctx, claimId);
    if (!claim?.until) return;
    // The queue's clock may be slightly ahead of ours: try again at the end.
    if (claim.until > ctx.now) {
      await ctx.jobs.send(ctx.db, ExpireClaim, { claimId }, { after: claim.until });
      return;
    }
    await endClaim(ctx, claim);
  },
});

/** Each night: finds ends whose job was lost. Normally finds none (rulings.md 22). */
export const sweepClaims = job({
  name: 'lots.sweepClaims',
  payload: z.object({}),
  cron: '15 0 * * *',
  ownTransactions: true,
  async run(ctx) {
    const late = await ctx.db
      .select({ claimId: lotClaims.id })
      .from(lotClaims)
      .where(and(isNull(lotClaims.releasedAt), lte(lotClaims.until, ctx.now)))
      .orderBy(asc(lotClaims.id));
    for (const payload of late) await ctx.jobs.send(ctx.db, ExpireClaim, payload);
    if (late.length > 0) ctx.log.warn({ claims: late.length }, 'claims whose end was missed');
  },
});

/** The live claim with its sale locked, in the usual lock order. */
async function findLive(
  ctx: JobContext,
  claimId: number,
): Promise<(Claim & { stateId: number }) | undefined> {
  const [named] = await ctx.db
    .select({ saleId: lotClaims.saleId })
    .from(lotClaims)
    .where(eq(lotClaims.id, claimId));
  if (!named) return undefined;
  const [sale] = await ctx.db
    .select({ stateId: sales.stateId })
    .from(sales)
    .where(eq(sales.id, named.saleId))
    .for('no key update');
  const claim = await claimById(ctx.db, claimId);
  return claim && sale ? { ...claim, stateId: sale.stateId } : undefined;
}

async function endClaim(ctx: JobContext, claim: Claim & { stateId: number }): Promise<void> {
  if (claim.stateId === SALE.draft || claim.kind === 'hold' || claim.kind === 'offer')
    await releaseClaim(ctx, claim.saleId, 'Venció');
  else if (claim.stateId <= SALE.complete) await expireSale(ctx, claim.saleId);
  // A later sale keeps its lot without an end date, because the bank works on it.
  else await keepLot(ctx, claim.saleId);
}
