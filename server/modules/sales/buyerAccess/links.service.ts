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
 * The address that opens one sale for its customer, absolute: a secret, stored hashed, good for 30 days renewed by use. A draft
 * without a code leads to its next action. Whoever buys along has links of their own: `whose` says, null the main buyer's;
 * without it the link is the contact's, whom the sale's mails go to.
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

/** Voids every link of a sale and closes it in every customer's browser, also in the one that began it. */
export async function revokeLinks(ctx: Pick<Context, 'db' | 'now'>, saleId: number): Promise<void> {
  await ctx.db
    .update(linkTokens)
    .set({ revokedAt: ctx.now })
    .where(and(eq(linkTokens.saleId, saleId), isNull(linkTokens.revokedAt)));
  await ctx.db.delete(customerSessionSales).where(eq(customerSessionSales.saleId, saleId));
  await forgetWhoBegan(ctx.db, saleId);
}

/** Opens the sale of a link in this browser, beside those it has (rulings 10). Null: the link is void. */
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
