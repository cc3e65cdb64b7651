import { HOUR_MS } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Follower } from '#server/kernel/changes.ts';
import { z } from 'zod';
import type { Acting } from '#server/kernel/context.ts';

/** Hours after receipt of a pre-contract at which unsigned buyers get a reminder (domain.md §3, Notify). */
const SIGNATURE_HOURS = [24, 72];

export const RemindToSign = {
  name: 'sales.remindToSign',
  payload: z.object({ saleId: z.number().int(), hours: z.number().int() }),
};

/** Schedules the signature reminders. Buyers who have signed or rejected by then get none. */
async function planSignatureReminders(ctx: Acting, saleId: number): Promise<void> {
  for (const hours of SIGNATURE_HOURS)
    await ctx.jobs.send(
      ctx.db,
      RemindToSign,
      { saleId, hours },
      { after: new Date(ctx.now.getTime() + hours * HOUR_MS) },
    );
}

/** Schedules the reminders when a sale is received. */
export const reminderFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to }) {
    if (to === SALE.received) await planSignatureReminders(ctx, id);
  },
};
