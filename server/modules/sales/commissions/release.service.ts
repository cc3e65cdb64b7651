import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import {
  COMMISSION,
  COMMISSION_EVENT_NAMES,
  commissionOf,
  hasHappened,
  partsOf,
  type Payee,
} from '#contract/sales/commissions/rules.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import { announce, type Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { commissionLines, commissionRules, commissions } from './commissions.table.ts';

type Line = typeof commissionLines.$inferSelect;

interface SaleNow {
  projectId: number;
  priceCents: number;
  stateId: number;
  adviserId: number | null;
  separationConfirmed: boolean;
}

const saleNow = (db: Db, saleId: number) =>
  row<SaleNow>(
    db,
    sql`select project_id "projectId", price_cents "priceCents", state_id "stateId", adviser_id "adviserId",
        exists (select from payments p where p.sale_id = sales.id and p.type_id = ${PAYMENT_TYPE.separation} and p.state_id = ${PAYMENT.confirmed} and p.reversed_at is null)
          "separationConfirmed"
      from sales where id = ${saleId}`,
  );

/** The rule of a project and day; the project's own rule before the general one. Undefined if there is none. */
async function ruleFor(db: Db, projectId: number, payee: Payee, day: string) {
  const [found] = await db
    .select()
    .from(commissionRules)
    .where(
      and(
        eq(commissionRules.payee, payee),
        sql`(${commissionRules.projectId} = ${projectId} or ${commissionRules.projectId} is null)`,
        sql`daterange(${commissionRules.validFrom}, ${commissionRules.validTo}, '[]') @> ${day}::date`,
      ),
    )
    .orderBy(sql`${commissionRules.projectId} nulls last`)
    .limit(1);
  return found;
}

const termsOf = (rule: typeof commissionRules.$inferSelect) => ({
  percent: rule.percent,
  fixedCents: rule.fixedCents,
  split: { separacion: rule.separation, promesa: rule.promise, desembolso: rule.disbursement },
});

/**
 * Fixes the payee of a commission by today's rule, once per kind of payee, and updates its lines. The sale must be
 * locked. Returns false if there is no rule or the payee was already fixed.
 */
export async function fixCommission(
  ctx: Acting,
  saleId: number,
  who: { payee: Payee; personId: number; namedBy: number | null },
): Promise<boolean> {
  const sale = await saleNow(ctx.db, saleId);
  const rule = sale && (await ruleFor(ctx.db, sale.projectId, who.payee, panamaDay(ctx.now)));
  if (!sale || !rule) return false;
  const made = await ctx.db
    .insert(commissions)
    .values({
      saleId,
      payee: who.payee,
      ...(who.payee === 'asesor' ? { userId: who.personId } : { brokerId: who.personId }),
      ruleId: rule.id,
      totalCents: commissionOf(termsOf(rule), sale.priceCents),
      namedBy: who.namedBy,
      namedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: commissions.id });
  await followSale(ctx, saleId);
  return made.length > 0;
}

/** The pre-contract was received: fixes its adviser, if any, as the payee. */
export async function fixAdviser(ctx: Acting, saleId: number): Promise<void> {
  const sale = await saleNow(ctx.db, saleId);
  if (sale?.adviserId)
    await fixCommission(ctx, saleId, { payee: 'asesor', personId: sale.adviserId, namedBy: null });
}

/**
 * Updates the lines of a sale's commissions to the state of the sale: releases parts whose event has happened, and
 * reverses parts of an ended sale. Idempotent. The sale must be locked.
 */
export async function followSale(ctx: Acting, saleId: number): Promise<void> {
  const own = await ctx.db
    .select({ commission: commissions, rule: commissionRules })
    .from(commissions)
    .innerJoin(commissionRules, eq(commissionRules.id, commissions.ruleId))
    .where(eq(commissions.saleId, saleId))
    .orderBy(asc(commissions.id));
  if (own.length === 0) return;
  const sale = await saleNow(ctx.db, saleId);
  if (!sale) return;
  for (const { commission, rule } of own) {
    const live = await ctx.db
      .select()
      .from(commissionLines)
      .where(
        and(
          eq(commissionLines.commissionId, commission.id),
          isNull(commissionLines.reversesId),
          isNull(commissionLines.endedAt),
        ),
      );
    if (hasEnded(sale.stateId)) {
      for (const line of live) await takeBack(ctx, line);
      continue;
    }
    const terms = termsOf(rule);
    // The price may still change with the lot; the first release fixes the total.
    const open = live.every(({ stateId }) => stateId === COMMISSION.planned);
    const totalCents = open ? commissionOf(terms, sale.priceCents) : commission.totalCents;
    if (totalCents !== commission.totalCents)
      await ctx.db.update(commissions).set({ totalCents }).where(eq(commissions.id, commission.id));
    const parts = partsOf(totalCents, terms.split);
    for (const event of COMMISSION_EVENT_NAMES) {
      let line = live.find((one) => one.event === event);
      const happened = hasHappened(event, sale);
      // A reversed separation must be paid again, so its part must be released again.
      if (line && event === 'separacion' && !happened && line.stateId !== COMMISSION.planned) {
        await takeBack(ctx, line);
        line = undefined;
      }
      if (!line && parts[event] > 0) line = await plan(ctx, commission.id, event, parts[event]);
      if (line?.stateId !== COMMISSION.planned) continue;
      if (line.cents !== parts[event])
        await ctx.db
          .update(commissionLines)
          .set({ cents: parts[event] })
          .where(eq(commissionLines.id, line.id));
      if (happened) await move(ctx, line, COMMISSION.released, { releasedAt: ctx.now });
    }
  }
}

async function plan(ctx: Acting, commissionId: number, event: Line['event'], cents: number): Promise<Line> {
  const [made] = await ctx.db
    .insert(commissionLines)
    .values({ commissionId, event, cents, stateId: COMMISSION.planned, createdAt: ctx.now })
    .returning();
  return made!;
}

/** Writes a line's new state with its history. */
export async function move(
  ctx: Acting,
  line: Pick<Line, 'id' | 'stateId' | 'version'>,
  to: number,
  set: Partial<typeof commissionLines.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(commissionLines)
    .set({ ...set, stateId: to, version: line.version + 1 })
    .where(eq(commissionLines.id, line.id));
  await announce(ctx, { record: 'comision', id: line.id, from: line.stateId, to, reason });
}

/** Takes a part back: a planned one is cancelled, a released one gets a reverse entry. A paid part is owed back. */
async function takeBack(ctx: Acting, line: Line): Promise<void> {
  if (line.stateId === COMMISSION.planned) {
    await move(ctx, line, COMMISSION.cancelled, { endedAt: ctx.now });
    return;
  }
  const paid = line.stateId === COMMISSION.paid;
  const to = paid ? COMMISSION.released : COMMISSION.offset;
  const [made] = await ctx.db
    .insert(commissionLines)
    .values({
      commissionId: line.commissionId,
      event: line.event,
      reversesId: line.id,
      cents: -line.cents,
      stateId: to,
      releasedAt: ctx.now,
      endedAt: ctx.now,
      createdAt: ctx.now,
    })
    .returning({ id: commissionLines.id });
  await announce(ctx, { record: 'comision', id: made!.id, from: null, to });
  if (paid)
    await ctx.db
      .update(commissionLines)
      .set({ endedAt: ctx.now, version: line.version + 1 })
      .where(eq(commissionLines.id, line.id));
  else await move(ctx, line, COMMISSION.offset, { endedAt: ctx.now });
}

/** Fixes the adviser's commission of a received sale. Later changes may release or reverse a part. */
export const commissionFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to }) {
    if (to === SALE.received) await fixAdviser(ctx, id);
    else if (to !== undefined && to !== SALE.draft) await followSale(ctx, id);
  },
};

/** Releases or reverses the first part when a separation is confirmed or reversed. */
export const paymentFollower: Follower = {
  record: 'pago',
  async follow(ctx, { from, to, of }) {
    if (of && (to === PAYMENT.confirmed || from === to)) await followSale(ctx, of[1]);
  },
};
