import { z } from 'zod';
import type { Context } from '#server/kernel/context.ts';
import type { Claim } from '#server/modules/sales/claims/claims.service.ts';

const HOUR = 3_600_000;
/** How long before its end a claim is warned of (domain.md §3): an unpaid reservation, a paid separation. */
const AHEAD: Record<string, number> = { reservation: 12 * HOUR, separation: 48 * HOUR };

/** Told with the end that it warns of: when the claim ends at another time by then, nothing is sent. */
export const WarnOfEnd = {
  name: 'sales.warnOfEnd',
  payload: z.object({ claimId: z.number().int(), until: z.iso.datetime() }),
};

/** Lets customer and processor know in time that a claim is about to end. Call it whenever its end was set. */
export async function warnBeforeEnd(ctx: Pick<Context, 'db' | 'now' | 'jobs'>, claim: Claim): Promise<void> {
  const ahead = AHEAD[claim.kind];
  if (!claim.until || ahead === undefined) return;
  const after = new Date(claim.until.getTime() - ahead);
  if (after <= ctx.now) return;
  await ctx.jobs.send(ctx.db, WarnOfEnd, { claimId: claim.id, until: claim.until.toISOString() }, { after });
}
