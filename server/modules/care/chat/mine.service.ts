import { eq, sql } from 'drizzle-orm';
import type { chatPage } from '#contract/care/chat/pages.ts';
import { NEWEST } from '#contract/care/chat/rules.ts';
import type { PageAnswer } from '#contract/page.ts';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { CONTACT_PERSON } from '#server/modules/sales/buyers/buyers.service.ts';
import {
  isTrustedHere,
  lastSaleHere,
  nameOf,
  requireTrust,
} from '#server/modules/sales/purchase/own.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { presentMessages } from './chat.present.ts';
import { findRoomMessages } from './chat.queries.ts';
import { conversations } from './chat.table.ts';

export const NEWEST_PAGE = { page: 1, per_page: NEWEST };

/**
 * The person who writes from this browser: the contact of the purchase that is open in it. Raises 404 without a purchase
 * and 403 CODE_NEEDED until the browser proved who uses it, because the thread shows papers.
 */
export async function personHere(ctx: Context): Promise<{ id: number; name: string }> {
  const sale = await lastSaleHere(ctx);
  if (!sale) throw notFound();
  await requireTrust(ctx, sale.id);
  return contactOf(ctx, sale.id);
}

const contactOf = async (ctx: Context, saleId: number): Promise<{ id: number; name: string }> =>
  (await row<{ id: number; name: string }>(
    ctx.db,
    sql`select p.id, p.name from ${sales} join people p on p.id = ${CONTACT_PERSON} where ${eq(sales.id, saleId)}`,
  ))!;

/** The page's data: the thread, or that a code is due first. */
export async function threadHere(ctx: Context): Promise<PageAnswer<typeof chatPage>> {
  const sale = await lastSaleHere(ctx);
  if (!sale) throw notFound();
  const page = { saleId: sale.id, name: nameOf(sale), codeDue: true, messages: [], lastSeq: 0 };
  if (!(await isTrustedHere(ctx, sale.id))) return page;
  const room = await roomHere(ctx, (await contactOf(ctx, sale.id)).id);
  const found = room ? await findRoomMessages(ctx.db, room.id, NEWEST_PAGE, { open: true }) : [];
  return {
    ...page,
    codeDue: false,
    messages: await presentMessages({ ...ctx, staff: null }, found),
    lastSeq: room?.lastSeq ?? 0,
  };
}

/** The person's conversation, if it exists. */
export const roomHere = async (ctx: Context, personId: number) =>
  (await ctx.db.select().from(conversations).where(eq(conversations.personId, personId)))[0];
