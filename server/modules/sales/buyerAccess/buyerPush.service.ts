import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import { PUSH_TEXTS, type PushText } from '#contract/company/templates/pushTexts.ts';
import { readSubscription } from '#contract/company/push/model.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Telling } from '#server/kernel/channels.ts';
import { tellCustomers } from '#server/modules/company/notifications/sendOut.service.ts';
import { keepSubscription, servesPush } from '#server/modules/company/push/subscriptions.service.ts';
import { customerSessionSales } from './buyerAccess.table.ts';
import { ensureCustomerSession } from './customerSession.service.ts';

const isPushText = (name: string): name is PushText => name in PUSH_TEXTS;

/**
 * Tells a sale's buyers of what a mail tells, in the browsers where the sale is open, by the channels that reach them
 * there. Nothing for an event without a short text.
 */
export async function pushToBuyers(
  ctx: Telling,
  template: string,
  saleId: number,
  values: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const name = `push_${template}`;
  if (!isPushText(name)) return;
  await tellBuyers(ctx, name, eq(customerSessionSales.saleId, saleId), {
    event: `${template}:${saleId}:${ctx.now.toISOString()}`,
    about: `${template}:${saleId}`,
    values,
    url: `/clientes/siguiente/${saleId}`,
  });
}

/** Tells the buyers who have the person's sales open in their browser that a colleague wrote in the chat. */
export const pushChatMessage = (
  ctx: Telling,
  personId: number,
  message: { roomId: number; seq: number; company: string },
): Promise<void> =>
  tellBuyers(
    ctx,
    'push_mensaje',
    sql`(${customerSessionSales.buyerId} is null and ${customerSessionSales.saleId} in (select id from sales where person_id = ${personId})
      or ${customerSessionSales.buyerId} in (select id from sale_buyers where person_id = ${personId}))`,
    {
      event: `mensaje:${message.roomId}:${message.seq}`,
      about: `mensaje:${message.roomId}`,
      values: { empresa: message.company },
      url: '/clientes/chat',
      urgent: true,
    },
  );

async function tellBuyers(
  ctx: Telling,
  template: PushText,
  which: SQL,
  {
    values,
    urgent = false,
    ...notice
  }: {
    event: string;
    about: string;
    values: Readonly<Record<string, string | null | undefined>>;
    url: string;
    urgent?: boolean;
  },
): Promise<void> {
  const open = await ctx.db
    .selectDistinct({ id: customerSessionSales.sessionId })
    .from(customerSessionSales)
    .where(and(which, gt(customerSessionSales.expiresAt, ctx.now)));
  if (open.length === 0) return;
  const declared = Object.keys(PUSH_TEXTS[template].variables);
  await tellCustomers(ctx, {
    ...notice,
    template,
    urgent,
    values: Object.fromEntries(declared.map((name) => [name, values[name] ?? ''])),
    sessions: open.map(({ id }) => id),
  });
}

/**
 * Keeps the push subscription that a form of this browser sent along (spec §3). One that is missing, broken or of a service
 * that is not served does not stop the form.
 */
export async function keepBuyerPush(ctx: Context, text: string | undefined): Promise<void> {
  const sent = text === undefined ? null : readSubscription(text);
  if (!sent || !servesPush(ctx, sent)) return;
  const { sessionId } = await ensureCustomerSession(ctx);
  await keepSubscription(ctx, sent, { sessionId });
}
