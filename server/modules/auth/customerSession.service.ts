import type { Client, Context } from '#server/kernel/context.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { CUSTOMER_COOKIE } from './authenticate.ts';
import { customerSessions, customerSessionSales } from './auth.table.ts';

const DAY = 86_400;
export const LINK_DAYS = 30;

type Needs = Pick<Context, 'db' | 'now' | 'client' | 'setCookie'> & { client: Client | null };

/** The browser's session, made (with its cookie) when it has none. Sets `ctx.client`. */
export async function ensureCustomerSession(ctx: Needs): Promise<Client> {
  if (ctx.client) return ctx.client;
  const token = newToken();
  const [row] = await ctx.db
    .insert(customerSessions)
    .values({ tokenHash: hashToken(token), createdAt: ctx.now, lastUsedAt: ctx.now })
    .returning({ id: customerSessions.id });
  ctx.setCookie(CUSTOMER_COOKIE, token, { maxAge: 365 * DAY });
  ctx.client = { sessionId: row!.id, saleIds: [], verifiedUntil: new Map() };
  return ctx.client;
}

/** Opens a sale in this browser for 30 days. `submitted`: it filled in the form here, and so may sign without a code. */
export async function openSaleHere(ctx: Needs, saleId: number, submitted: boolean): Promise<Client> {
  const client = await ensureCustomerSession(ctx);
  const expiresAt = new Date(ctx.now.getTime() + LINK_DAYS * DAY * 1000);
  await ctx.db
    .insert(customerSessionSales)
    .values({ sessionId: client.sessionId, saleId, expiresAt, submitted })
    .onConflictDoUpdate({
      target: [customerSessionSales.sessionId, customerSessionSales.saleId],
      set: { expiresAt, ...(submitted && { submitted }) },
    });
  ctx.client = { ...client, saleIds: [...new Set([...client.saleIds, saleId])] };
  return ctx.client;
}
