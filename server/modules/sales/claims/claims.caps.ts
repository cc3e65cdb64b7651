import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import {
  CLAIMS_LIMIT,
  claimsLimitText,
  CONFIRM_FIRST,
  CONFIRM_FIRST_TEXT,
} from '#contract/sales/claims/claims.ts';
import type { Settings } from '#contract/company/settings/model.ts';
import type { Acting } from '#server/kernel/context.ts';
import { holdName, type Db } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { boxOf, sameBox } from '#server/kernel/strangers.ts';
import { networkOf } from '#server/kernel/throttle.ts';
import { isUnconfirmed } from '#server/modules/sales/sale/known.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { lotClaims } from './claims.table.ts';
import { releaseClaims } from './release.ts';

/** The main buyer of a sale, and whether the buyer's identity is confirmed (rulings 38). */
export async function buyerBehind(db: Db, saleId: number) {
  const [found] = await db
    .select({
      phone: people.phone,
      email: people.email,
      confirmed: people.confirmedContact,
      unconfirmed: isUnconfirmed(),
      projectId: sales.projectId,
      receivedAt: sales.receivedAt,
    })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(eq(sales.id, saleId));
  return found;
}
type Buyer = NonNullable<Awaited<ReturnType<typeof buyerBehind>>>;

/**
 * Checks the caps before a browser claims one more lot (rulings 38). Releases the hold that the same browser has under
 * the same telephone. The number of live claims of unconfirmed people is limited per browser, network address,
 * telephone and email. The refusal is always the same, so it does not reveal which telephones and emails are known.
 * Raises 409 CONFIRM_FIRST (the buyer can confirm with a code) and 409 CLAIMS_LIMIT for a confirmed buyer.
 */
export async function withinCaps(
  ctx: Acting,
  { saleId, lotId }: { saleId: number; lotId: number },
  caps: Settings['unconfirmed'],
): Promise<void> {
  if (ctx.staff || !ctx.client || !ctx.ip) return;
  const buyer = await buyerBehind(ctx.db, saleId);
  if (!buyer) return;
  await queueUp(ctx, buyer);
  await giveUpOther(ctx, { saleId, lotId, phone: buyer.phone });
  const others = and(
    isNull(lotClaims.releasedAt),
    inArray(lotClaims.kind, ['hold', 'reservation']),
    ne(lotClaims.saleId, saleId),
  );
  if (!buyer.unconfirmed) {
    const { confirmed } = buyer;
    if (confirmed === null) return;
    if ((await countClaims(ctx, and(others, sameBox(people.confirmedContact, confirmed)))) >= caps.perContact)
      throw conflict(CLAIMS_LIMIT, claimsLimitText(caps.perContact));
    return;
  }
  const byMail = buyer.email === null ? undefined : sameBox(people.email, buyer.email);
  const limits = [
    [and(isUnconfirmed(), eq(lotClaims.visitor, ctx.client.sessionId)), caps.perVisitor],
    [and(isUnconfirmed(), eq(lotClaims.address, networkOf(ctx.ip))), caps.perAddress],
    // Counts confirmed claims too: the buyer must confirm this claim, and then learns the limit.
    [or(eq(people.phone, buyer.phone), byMail), caps.perContact],
  ] as const;
  for (const [whose, most] of limits)
    if ((await countClaims(ctx, and(others, whose))) >= most)
      throw conflict(CONFIRM_FIRST, CONFIRM_FIRST_TEXT);
}

async function countClaims(ctx: Acting, which: SQL | undefined): Promise<number> {
  const [found] = await ctx.db
    .select({ claims: sql<number>`count(*)::int` })
    .from(lotClaims)
    .innerJoin(sales, eq(sales.id, lotClaims.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .where(which);
  return found?.claims ?? 0;
}

/** Releases the lot that this browser holds for another sale under the same telephone. */
async function giveUpOther(
  ctx: Acting,
  { saleId, lotId, phone }: { saleId: number; lotId: number; phone: string },
): Promise<void> {
  const mine = (ctx.client?.saleIds ?? []).filter((id) => id !== saleId);
  if (mine.length === 0) return;
  const others = await ctx.db
    .select({ saleId: lotClaims.saleId })
    .from(lotClaims)
    .innerJoin(sales, eq(sales.id, lotClaims.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .where(
      and(
        isNull(lotClaims.releasedAt),
        eq(lotClaims.kind, 'hold'),
        eq(people.phone, phone),
        inArray(lotClaims.saleId, mine),
      ),
    );
  if (others.length === 0) return;
  const ids = others.map((other) => other.saleId);
  await releaseClaims(ctx, inArray(lotClaims.saleId, ids), 'Eligió otra casa', [lotId]);
}

/**
 * Takes advisory locks, so that the counts stay true until the transaction ends. Always in this order, to avoid
 * deadlocks.
 */
async function queueUp(ctx: Acting, { confirmed, unconfirmed, phone, email }: Buyer): Promise<void> {
  const names = unconfirmed
    ? [
        `visitor:${ctx.client?.sessionId}`,
        `address:${networkOf(ctx.ip ?? '')}`,
        email && `mail:${boxOf(email)}`,
        `phone:${phone}`,
      ]
    : [`visitor:${ctx.client?.sessionId}`, confirmed && `confirmed:${boxOf(confirmed)}`];
  for (const name of names) if (name) await holdName(ctx.db, `claims:${name}`);
}
