import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { ADDRESS_LIMIT_TEXT, CLAIMS_LIMIT, claimsLimitText } from '#contract/lots/claims.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, tooMany } from '#server/kernel/errors.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { networkOf } from '#server/kernel/throttle.ts';
import { people, sales } from '#server/modules/sales/sales.table.ts';
import { lotTaken } from './line.ts';
import { lotClaims } from './lots.table.ts';
import { releaseClaims } from './release.ts';

/** Needs a transaction: every function here writes or waits for others who do. */
export type ClaimContext = Pick<JobContext, 'db' | 'now' | 'jobs'> &
  Partial<Pick<Context, 'staff' | 'client' | 'ip'>>;

/**
 * One hold per telephone (endpoints.tsv). The browser that has the other one gives it up; from anywhere else the
 * answer is the neutral one, which tells nobody that the number is known (rulings.md 20).
 */
export async function onePerPhone(
  ctx: ClaimContext,
  { saleId, lotId }: { saleId: number; lotId: number },
): Promise<void> {
  if (ctx.staff) return;
  const [mine] = await ctx.db
    .select({ phone: people.phone })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(eq(sales.id, saleId));
  await queue(ctx, `phone:${mine?.phone ?? ''}`);
  const others = await ctx.db
    .select({ saleId: lotClaims.saleId })
    .from(lotClaims)
    .innerJoin(sales, eq(sales.id, lotClaims.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .where(
      and(
        isNull(lotClaims.releasedAt),
        eq(lotClaims.kind, 'hold'),
        eq(people.phone, mine?.phone ?? ''),
        ne(lotClaims.saleId, saleId),
      ),
    );
  if (others.some((other) => !ctx.client?.saleIds.includes(other.saleId)))
    throw await lotTaken(ctx.db, lotId);
  if (others.length === 0) return;
  // Whoever holds a lot does not wait for its turn anymore.
  await queueHere(ctx);
  const theirs = inArray(
    lotClaims.saleId,
    others.map((other) => other.saleId),
  );
  await releaseClaims(ctx, theirs, 'Escogió otra casa', [lotId]);
}

/** Lots held or reserved without payment, by one browser and from one address. */
export async function withinCaps(
  ctx: ClaimContext,
  saleId: number,
  caps: { perVisitor: number; perAddress: number },
): Promise<void> {
  if (ctx.staff || !ctx.client || !ctx.ip) return;
  const visitor = ctx.client.sessionId;
  const address = networkOf(ctx.ip);
  await queueHere(ctx);
  const [here] = await ctx.db
    .select({
      visitor: sql<number>`count(*) filter (where ${lotClaims.visitor} = ${visitor})::int`,
      address: sql<number>`count(*) filter (where ${lotClaims.address} = ${address})::int`,
      soonest: sql<number | null>`extract(epoch from min(${lotClaims.until}))::float8`,
    })
    .from(lotClaims)
    .where(
      and(
        isNull(lotClaims.releasedAt),
        inArray(lotClaims.kind, ['hold', 'reservation']),
        ne(lotClaims.saleId, saleId),
        sql`(${lotClaims.visitor} = ${visitor} or ${lotClaims.address} = ${address})`,
      ),
    );
  if (!here) return;
  if (here.visitor >= caps.perVisitor) throw conflict(CLAIMS_LIMIT, claimsLimitText(caps.perVisitor));
  if (here.address < caps.perAddress) return;
  const wait = here.soonest === null ? 60 : here.soonest - ctx.now.getTime() / 1000;
  throw tooMany(Math.max(1, Math.ceil(wait)), ADDRESS_LIMIT_TEXT);
}

async function queueHere(ctx: ClaimContext): Promise<void> {
  if (!ctx.client || !ctx.ip) return;
  await queue(ctx, `visitor:${ctx.client.sessionId}`);
  await queue(ctx, `address:${networkOf(ctx.ip)}`);
}

/** One after the other, until the transaction ends: what is counted here must not change meanwhile. */
const queue = (ctx: ClaimContext, name: string) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`claims:${name}`}, 0))`);
