import { eq } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { sales } from '#server/modules/sales/sales.table.ts';
import { linkTokens } from './auth.table.ts';
import { LINK_DAYS } from './customerSession.service.ts';

/** The address that opens one sale for its customer: a secret, stored hashed, good for 30 days renewed by use. */
export async function createLink(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  saleId: number,
): Promise<string> {
  const token = newToken();
  await ctx.db.insert(linkTokens).values({
    tokenHash: hashToken(token),
    saleId,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + LINK_DAYS * 86_400_000),
  });
  const [sale] = await ctx.db.select({ code: sales.code }).from(sales).where(eq(sales.id, saleId));
  return `${ctx.config.appUrl}/clientes/mi-compra/${sale?.code ?? saleId}?token=${token}`;
}
