import { and, eq, isNull } from 'drizzle-orm';
import { job } from '#server/kernel/jobs.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { mailEndIsNear } from './precontracts.mail.ts';
import { WarnOfEnd } from './warnings.service.ts';

/** Warns customer and processor that a claim ends soon, unless its end was moved meanwhile. */
export const warnOfEnd = job({
  ...WarnOfEnd,
  async run(ctx, { claimId, until }) {
    const [claim] = await ctx.db
      .select({ saleId: lotClaims.saleId, kind: lotClaims.kind, until: lotClaims.until })
      .from(lotClaims)
      .where(and(eq(lotClaims.id, claimId), isNull(lotClaims.releasedAt)));
    if (!claim?.until || claim.until.toISOString() !== until || claim.until <= ctx.now) return;
    await mailEndIsNear(ctx, claim.saleId, { kind: claim.kind, until: claim.until });
  },
});
