import { SALE } from '#contract/sales/sale/rules.ts';
import type { Follower } from '#server/kernel/changes.ts';
import { z } from 'zod';
import type { Acting } from '#server/kernel/context.ts';

const HOUR = 3_600_000;
/** Hours after a pre-contract was received at which those who did not sign are reminded (domain.md §3, Notify). */
const SIGNATURE_HOURS = [24, 72];

export const RemindToSign = {
  name: 'sales.remindToSign',
  payload: z.object({ saleId: z.number().int(), hours: z.number().int() }),
};

/** Plans the reminders of a signature; whoever has signed or rejected by then gets none. */
async function planSignatureReminders(ctx: Acting, saleId: number): Promise<void> {
  for (const hours of SIGNATURE_HOURS)
    await ctx.jobs.send(
      ctx.db,
      RemindToSign,
      { saleId, hours },
      { after: new Date(ctx.now.getTime() + hours * HOUR) },
    );
}

/** A received sale has a signature to ask for. */
export const reminderFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to }) {
    if (to === SALE.received) await planSignatureReminders(ctx, id);
  },
};
