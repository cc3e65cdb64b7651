import { z } from 'zod';
import type { Context } from '#server/kernel/context.ts';
import { ensureCustomerSession } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { pushSubscriptions } from './purchase.table.ts';

const Subscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});

/** Stores a browser's push subscription, sent as JSON text (spec §3); ignores invalid ones. */
export async function keepSubscription(ctx: Context, text: string): Promise<void> {
  const read = Subscription.safeParse(parsed(text));
  if (!read.success) return;
  const { endpoint, keys } = read.data;
  const { sessionId } = await ensureCustomerSession(ctx);
  await ctx.db
    .insert(pushSubscriptions)
    .values({ endpoint, keys, sessionId, createdAt: ctx.now })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { keys, sessionId } });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
