import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import {
  CLAIMS_LIMIT,
  claimsLimitText,
  CONFIRM_FIRST,
  CONFIRM_FIRST_TEXT,
} from '#contract/sales/claims/claims.ts';
import type { Settings } from '#contract/company/settings/model.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { boxOf, sameBox } from '#server/kernel/strangers.ts';
import { networkOf } from '#server/kernel/throttle.ts';
import { isUnconfirmed } from '#server/modules/sales/sale/known.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { lotClaims } from './claims.table.ts';
import { releaseClaims } from './release.ts';

/** The main buyer of a sale, and whether it is certain that it is the person who asks (rulings 38). */
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
 * Lets a browser claim one lot more (rulings 38). The hold that it has under the same telephone is given up. Of people who confirmed
 * nothing only so many claims live at once: by browser, by address of the internet, by telephone and by mail; the refusal is one and
 * the same, so that it tells nobody which numbers are known. Raises 409 CONFIRM_FIRST, after which a code helps, and CLAIMS_LIMIT of
 * a person who is confirmed.
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
    // Confirmed ones too: who has so many confirms this one, and hears how many they may be.
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

/** Acting looks at another house in the same browser gives up the lot that is held for the first. */
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
  await releaseClaims(ctx, inArray(lotClaims.saleId, ids), 'Escogió otra casa', [lotId]);
}

/** One after the other, until the transaction ends: what is counted here must not change meanwhile. Always in this order. */
async function queueUp(ctx: Acting, { confirmed, unconfirmed, phone, email }: Buyer): Promise<void> {
  const names = unconfirmed
    ? [
        `visitor:${ctx.client?.sessionId}`,
        `address:${networkOf(ctx.ip ?? '')}`,
        email && `mail:${boxOf(email)}`,
        `phone:${phone}`,
      ]
    : [`visitor:${ctx.client?.sessionId}`, confirmed && `confirmed:${boxOf(confirmed)}`];
  for (const name of names)
    if (name)
      await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`claims:${name}`}, 0))`);
}
