import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { DAY_SECONDS, LINK_DAYS } from '#contract/company/auth/rules.ts';
import { DAY_MS, HOUR_MS } from '#contract/dates.ts';
import type { Client, Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { customerSessions, customerSessionSales, customerSessionSigners } from './buyerAccess.table.ts';

export const CUSTOMER_COOKIE = 'llave_cliente';
const COOKIE_SECONDS = 365 * DAY_SECONDS;
/** How often the last use of a session is written. */
const RENEWED_MS = HOUR_MS;

export const linkEnd = (now: Date) => new Date(now.getTime() + LINK_DAYS * DAY_SECONDS * 1000);

type Needs = Pick<Context, 'db' | 'now' | 'client' | 'setCookie'> &
  Partial<Pick<Context, 'visitor' | 'sign'>> & { client: Client | null };

/** The customer session of a token with its open sales; use renews their 30 days. */
export async function findClient(db: Db, token: string, now: Date): Promise<Client | null> {
  const found = await db
    .select({
      sessionId: customerSessions.id,
      lastUsedAt: customerSessions.lastUsedAt,
      saleId: customerSessionSales.saleId,
      verifiedUntil: customerSessionSales.verifiedUntil,
      signs: sql<string[]>`array(select g.signer_id from customer_session_signers g
        where g.session_id = ${customerSessions.id} and g.expires_at > ${now})`,
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
    signs: first.signs.map(Number),
    verifiedUntil: new Map(
      open.flatMap(({ saleId, verifiedUntil }) => (verifiedUntil ? [[saleId, verifiedUntil]] : [])),
    ),
  };
}

/**
 * What the rights of customers' sessions depend on, by session: the sales open in each, and since when a code proved who
 * uses it. A missing session has ended. One statement for all.
 */
export async function clientStandings(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const opened = customerSessionSales;
  const found = await db
    .select({
      id: customerSessions.id,
      standing: sql<string>`md5(concat_ws('/', ${customerSessions.tokenHash}, string_agg(concat_ws('.', ${opened.saleId},
        ${opened.submitted}, ${opened.buyerId}, ${opened.verifiedUntil} > ${now}), ',' order by ${opened.saleId})))`,
    })
    .from(customerSessions)
    .leftJoin(opened, and(eq(opened.sessionId, customerSessions.id), gt(opened.expiresAt, now)))
    .where(sql`${customerSessions.id} = any(${sql.param(sessionIds)}::uuid[])`)
    .groupBy(customerSessions.id);
  return new Map(found.map(({ id, standing }) => [id, standing]));
}

async function renew(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.update(customerSessions).set({ lastUsedAt: now }).where(eq(customerSessions.id, sessionId));
  await db
    .update(customerSessionSales)
    .set({ expiresAt: linkEnd(now) })
    .where(and(eq(customerSessionSales.sessionId, sessionId), gt(customerSessionSales.expiresAt, now)));
}

/** How long a browser that lost its first response gets the same session again by its visitor id. */
const RECOVERED_MS = DAY_MS;

/** The token of a browser's first session: its signed visitor id. */
const firstToken = ({ visitor, sign }: Partial<Pick<Context, 'visitor' | 'sign'>>): string | undefined =>
  visitor && sign ? sign('visitor').sign(visitor) : undefined;

/** Whether this token hash is the browser's first session, so that it is recognized before it has its cookie. */
export const isFirstSession = (ctx: Pick<Context, 'visitor' | 'sign'>, tokenHash: string): boolean => {
  const token = firstToken(ctx);
  return token !== undefined && hashToken(token) === tokenHash;
};

/** The browser's session; creates it with its cookie if needed. Sets `ctx.client`. */
export async function ensureCustomerSession(ctx: Needs): Promise<Client> {
  if (ctx.client) return ctx.client;
  const own = firstToken(ctx) ?? newToken();
  const client = (await beginSession(ctx, own)) ?? (await beginSession(ctx, newToken()));
  if (!client) throw new Error('a new random token is already a session');
  ctx.client = client;
  return client;
}

/**
 * Creates a session under this token, or returns the recent one that exists under it; null when that one is too old.
 */
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
    ? { sessionId: made.id, saleIds: [], signs: [], verifiedUntil: new Map() }
    : findClient(ctx.db, token, ctx.now);
}

/**
 * Marks the form as sent from this browser: every other browser of the sale needs a code from now on. If this browser
 * came by a link, it needs one too (rulings 11).
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
 * Opens a sale in this browser for 30 days. `submitted`: the draft was begun here, so after sending it this browser
 * signs without a code. `buyerId`: the co-buyer, null for the main buyer; a code entered as another buyer no longer
 * counts.
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
 * Opens sales in this browser after a link or a code. Changes the session token against session fixation: a cookie
 * planted before opens nothing.
 */
export async function openSalesFromOutside(
  ctx: Needs,
  opened: readonly { saleId: number; buyerId: number | null }[],
): Promise<Client> {
  const before = ctx.client;
  // Never the session derived from the visitor id: that id may have been planted too.
  ctx.client ??= await beginSession(ctx, newToken());
  for (const { saleId, buyerId } of opened) await openSaleHere(ctx, saleId, false, buyerId);
  const client = await ensureCustomerSession(ctx);
  if (before && opened.some(({ saleId }) => !before.saleIds.includes(saleId))) await renewToken(ctx, client);
  return client;
}

/** Gives the session another token, so that a cookie that somebody planted before opens nothing. */
async function renewToken(ctx: Needs, { sessionId }: Client): Promise<void> {
  const token = newToken();
  await ctx.db
    .update(customerSessions)
    .set({ tokenHash: hashToken(token), lastUsedAt: ctx.now })
    .where(eq(customerSessions.id, sessionId));
  ctx.setCookie(CUSTOMER_COOKIE, token, { maxAge: COOKIE_SECONDS });
}

/**
 * Opens a document for one of its signers in this browser for 30 days, after the signer's own link. Another signer of
 * the same document who opened it here before has to use the own link again.
 */
export async function openSignerFromOutside(
  ctx: Needs,
  { envelopeId, signerId }: { envelopeId: number; signerId: number },
): Promise<void> {
  const before = ctx.client;
  // Never the session derived from the visitor id: that id may have been planted too.
  ctx.client ??= await beginSession(ctx, newToken());
  const client = await ensureCustomerSession(ctx);
  await keepSigner(ctx, client, { envelopeId, signerId, verifiedUntil: null });
  if (before && !before.signs.includes(signerId)) await renewToken(ctx, client);
  ctx.client = { ...client, signs: [...new Set([...client.signs, signerId])] };
}

/** Notes who signs a document in this browser; `verifiedUntil`: the code was right, and until when it counts. */
export async function keepSigner(
  ctx: Pick<Context, 'db' | 'now'>,
  { sessionId }: Pick<Client, 'sessionId'>,
  {
    envelopeId,
    signerId,
    verifiedUntil,
  }: { envelopeId: number; signerId: number; verifiedUntil: Date | null },
): Promise<void> {
  const row = { signerId, verifiedUntil, expiresAt: linkEnd(ctx.now) };
  await ctx.db
    .insert(customerSessionSigners)
    .values({ sessionId, envelopeId, ...row })
    .onConflictDoUpdate({
      target: [customerSessionSigners.sessionId, customerSessionSigners.envelopeId],
      set: row,
    });
}

/** Closes the documents of a signer's former link in every browser: the link was replaced. */
export async function closeSigner(ctx: Pick<Context, 'db'>, signerId: number): Promise<void> {
  await ctx.db.delete(customerSessionSigners).where(eq(customerSessionSigners.signerId, signerId));
}

/** Forgets the codes entered for a document: nobody may sign it any more. */
export async function forgetSignerCodes(ctx: Pick<Context, 'db'>, envelopeId: number): Promise<void> {
  await ctx.db
    .update(customerSessionSigners)
    .set({ verifiedUntil: null })
    .where(eq(customerSessionSigners.envelopeId, envelopeId));
}
