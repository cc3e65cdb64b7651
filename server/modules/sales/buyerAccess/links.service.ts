import { and, eq, gt, isNull } from 'drizzle-orm';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { contactOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { forgetWhoBegan } from '#server/modules/sales/sale/begun.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { customerSessionSales, linkTokens } from './buyerAccess.table.ts';
import { linkEnd, openSalesFromOutside } from './customerSession.service.ts';

/**
 * Creates the absolute URL that opens one sale for its customer. The token is secret, stored hashed, valid for 30 days
 * and renewed by use. For a draft without a code it leads to the next action. `whose`: the co-buyer who owns the link,
 * null for the main buyer; without it the link is for the sale's contact.
 */
export async function createLink(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  saleId: number,
  whose?: number | null,
): Promise<string> {
  const token = newToken();
  const buyerId = whose === undefined ? await contactOf(ctx.db, saleId) : whose;
  await ctx.db.insert(linkTokens).values({
    tokenHash: hashToken(token),
    saleId,
    buyerId,
    createdAt: ctx.now,
    expiresAt: linkEnd(ctx.now),
  });
  const [sale] = await ctx.db.select({ code: sales.code }).from(sales).where(eq(sales.id, saleId));
  const page = sale?.code ? `mi-compra/${sale.code}` : `siguiente/${saleId}`;
  return `${ctx.config.appUrl}/clientes/${page}?token=${token}`;
}

/** Revokes every link of a sale and closes it in every customer's browser, also in the one that began it. */
export async function revokeLinks(ctx: Pick<Context, 'db' | 'now'>, saleId: number): Promise<void> {
  await ctx.db
    .update(linkTokens)
    .set({ revokedAt: ctx.now })
    .where(and(eq(linkTokens.saleId, saleId), isNull(linkTokens.revokedAt)));
  await ctx.db.delete(customerSessionSales).where(eq(customerSessionSales.saleId, saleId));
  await forgetWhoBegan(ctx.db, saleId);
}

/** Opens the sale of a link in this browser, in addition to its other sales (rulings 10). Null: the link is invalid. */
export async function openLink(ctx: Context, token: string): Promise<number | null> {
  const [link] = await ctx.db
    .update(linkTokens)
    .set({ expiresAt: linkEnd(ctx.now) })
    .where(
      and(
        eq(linkTokens.tokenHash, hashToken(token)),
        isNull(linkTokens.revokedAt),
        gt(linkTokens.expiresAt, ctx.now),
      ),
    )
    .returning({ saleId: linkTokens.saleId, buyerId: linkTokens.buyerId });
  if (!link) return null;
  await openSalesFromOutside(ctx, [link]);
  await audit(ctx, 'opened_by_link', 'precontrato', link.saleId);
  return link.saleId;
}
