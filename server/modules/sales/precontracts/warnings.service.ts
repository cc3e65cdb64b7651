import { z } from 'zod';
import { HOUR_MS } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Claim } from '#server/modules/sales/claims/claims.service.ts';

/** How long before its end a claim gets a warning (domain.md §3): an unpaid reservation, a paid separation. */
const AHEAD: Record<string, number> = { reservation: 12 * HOUR_MS, separation: 48 * HOUR_MS };

/** Carries the end that it warns of. If the claim's end has changed, nothing is sent. */
export const WarnOfEnd = {
  name: 'sales.warnOfEnd',
  payload: z.object({ claimId: z.number().int(), until: z.iso.datetime() }),
};

/** Schedules the warning to customer and processor that a claim ends soon. Call it after each change of the end. */
export async function warnBeforeEnd(ctx: Pick<Context, 'db' | 'now' | 'jobs'>, claim: Claim): Promise<void> {
  const ahead = AHEAD[claim.kind];
  if (!claim.until || ahead === undefined) return;
  const after = new Date(claim.until.getTime() - ahead);
  if (after <= ctx.now) return;
  await ctx.jobs.send(ctx.db, WarnOfEnd, { claimId: claim.id, until: claim.until.toISOString() }, { after });
}
