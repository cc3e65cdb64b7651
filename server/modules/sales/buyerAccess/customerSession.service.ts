import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { DAY_SECONDS, LINK_DAYS } from '#contract/company/auth/rules.ts';
import type { Client, Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { customerSessions, customerSessionSales } from './buyerAccess.table.ts';

export const CUSTOMER_COOKIE = 'llave_cliente';
const COOKIE_SECONDS = 365 * DAY_SECONDS;
/** How often the use of a session is written down. */
const RENEWED_MS = 3_600_000;

export const linkEnd = (now: Date) => new Date(now.getTime() + LINK_DAYS * DAY_SECONDS * 1000);

type Needs = Pick<Context, 'db' | 'now' | 'client' | 'setCookie'> &
  Partial<Pick<Context, 'visitor' | 'sign'>> & { client: Client | null };

/** The customer's browser with the sales that are open in it; their 30 days begin again with use. */
export async function findClient(db: Db, token: string, now: Date): Promise<Client | null> {
  const found = await db
    .select({
      sessionId: customerSessions.id,
      lastUsedAt: customerSessions.lastUsedAt,
      saleId: customerSessionSales.saleId,
      verifiedUntil: customerSessionSales.verifiedUntil,
    })
    .from(customerSessions)
    .leftJoin(
      customerSessionSales,
      and(eq(customerSessionSales.sessionId, customerSessions.id), gt(customerSessionSales.expiresAt, now)),
    )
    .where(eq(customerSessions.tokenHash, hashToken(token)));
  const [first] = found;
  if (!first) return null;
  if (now.getTime() - first.lastUsedAt.getTime() > RENEWED_MS) await renew(db, first.sessionId, now);
  const open = found.flatMap(({ saleId, verifiedUntil }) =>
    saleId === null ? [] : [{ saleId, verifiedUntil }],
  );
  return {
    sessionId: first.sessionId,
    saleIds: open.map(({ saleId }) => saleId),
    verifiedUntil: new Map(
      open.flatMap(({ saleId, verifiedUntil }) => (verifiedUntil ? [[saleId, verifiedUntil]] : [])),
    ),
  };
}

async function renew(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.update(customerSessions).set({ lastUsedAt: now }).where(eq(customerSessions.id, sessionId));
  await db
    .update(customerSessionSales)
    .set({ expiresAt: linkEnd(now) })
    .where(and(eq(customerSessionSales.sessionId, sessionId), gt(customerSessionSales.expiresAt, now)));
}

/** A browser whose first answer was lost asks again with what it is known by: that long, it is the same session. */
const RECOVERED_MS = 86_400_000;

/** The token that a browser's first session has: what it is known by, signed. */
const firstToken = ({ visitor, sign }: Partial<Pick<Context, 'visitor' | 'sign'>>): string | undefined =>
  visitor && sign ? sign('visitor').sign(visitor) : undefined;

/** Whether a session, by the hash of its token, is the one that this browser began with: it may ask before it has its cookie. */
export const isFirstSession = (ctx: Pick<Context, 'visitor' | 'sign'>, tokenHash: string): boolean => {
  const token = firstToken(ctx);
  return token !== undefined && hashToken(token) === tokenHash;
};

/** The browser's session, made (with its cookie) when it has none. Sets `ctx.client`. */
export async function ensureCustomerSession(ctx: Needs): Promise<Client> {
  if (ctx.client) return ctx.client;
  const own = firstToken(ctx) ?? newToken();
  const client = (await beginSession(ctx, own)) ?? (await beginSession(ctx, newToken()));
  if (!client) throw new Error('a new random token is already a session');
  ctx.client = client;
  return client;
}

/** A session under this token, or the one that began under it lately; null when that one is old. */
async function beginSession(ctx: Needs, token: string): Promise<Client | null> {
  const tokenHash = hashToken(token);
  const [made] = await ctx.db
    .insert(customerSessions)
    .values({ tokenHash, createdAt: ctx.now, lastUsedAt: ctx.now })
    .onConflictDoNothing()
    .returning({ id: customerSessions.id });
  const [begun] = made
    ? []
    : await ctx.db
        .select({ createdAt: customerSessions.createdAt })
        .from(customerSessions)
        .where(eq(customerSessions.tokenHash, tokenHash));
  if (begun && ctx.now.getTime() - begun.createdAt.getTime() > RECOVERED_MS) return null;
  ctx.setCookie(CUSTOMER_COOKIE, token, { maxAge: COOKIE_SECONDS });
  return made
    ? { sessionId: made.id, saleIds: [], verifiedUntil: new Map() }
    : findClient(ctx.db, token, ctx.now);
}

/**
 * The form is sent from here: a browser that only began it asks for a code from now on, and one that came by a link goes on asking
 * for it (rulings 11).
 */
export async function submitHere(ctx: Pick<Context, 'db' | 'client'>, saleId: number): Promise<void> {
  if (!ctx.client) return;
  await ctx.db
    .update(customerSessionSales)
    .set({ submitted: false })
    .where(
      and(eq(customerSessionSales.saleId, saleId), ne(customerSessionSales.sessionId, ctx.client.sessionId)),
    );
}

/**
 * Opens a sale in this browser for 30 days. `submitted`: its draft was begun here, and who sends it here signs without a code. `buyerId`: as
 * whom of those who buy along, null as the main buyer; a code that was given as somebody else counts no more.
 */
export async function openSaleHere(
  ctx: Needs,
  saleId: number,
  submitted: boolean,
  buyerId: number | null = null,
): Promise<Client> {
  const client = await ensureCustomerSession(ctx);
  const expiresAt = linkEnd(ctx.now);
  const [opened] = await ctx.db
    .insert(customerSessionSales)
    .values({ sessionId: client.sessionId, saleId, expiresAt, submitted, buyerId })
    .onConflictDoUpdate({
      target: [customerSessionSales.sessionId, customerSessionSales.saleId],
      set: {
        expiresAt,
        buyerId,
        verifiedUntil: sql`case when ${customerSessionSales.buyerId} is not distinct from ${buyerId}::bigint
          then ${customerSessionSales.verifiedUntil} end`,
        ...(submitted && { submitted }),
      },
    })
    .returning({ verifiedUntil: customerSessionSales.verifiedUntil });
  const verifiedUntil = new Map(client.verifiedUntil);
  if (!opened?.verifiedUntil) verifiedUntil.delete(saleId);
  ctx.client = { ...client, saleIds: [...new Set([...client.saleIds, saleId])], verifiedUntil };
  return ctx.client;
}

/**
 * Opens sales that this browser was let into from outside (a link, a code). The session's token changes, so that a cookie
 * planted here beforehand opens nothing.
 */
export async function openSalesFromOutside(
  ctx: Needs,
  opened: readonly { saleId: number; buyerId: number | null }[],
): Promise<Client> {
  const before = ctx.client;
  // Never the session that a browser is known by beforehand: what it is known by may have been planted, too.
  ctx.client ??= await beginSession(ctx, newToken());
  for (const { saleId, buyerId } of opened) await openSaleHere(ctx, saleId, false, buyerId);
  const client = await ensureCustomerSession(ctx);
  if (before && opened.some(({ saleId }) => !before.saleIds.includes(saleId))) {
    const token = newToken();
    await ctx.db
      .update(customerSessions)
      .set({ tokenHash: hashToken(token), lastUsedAt: ctx.now })
      .where(eq(customerSessions.id, client.sessionId));
    ctx.setCookie(CUSTOMER_COOKIE, token, { maxAge: COOKIE_SECONDS });
  }
  return client;
}
