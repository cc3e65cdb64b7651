import { and, eq, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { sales } from './sales.table.ts';

type Columns = typeof sales.$inferInsert;

/** The next code of a pre-contract of this year. */
export async function nextSaleCode({ db, now }: Pick<Acting, 'db' | 'now'>): Promise<string> {
  const year = Number(panamaDay(now).slice(0, 4));
  const next = await row<{ code: string }>(db, sql`select next_code('PC', ${year}::int) code`);
  return next!.code;
}

/** Creates a sale in the state draft (Borrador) and announces it. Returns its id. */
export async function beginSale(
  ctx: Acting,
  begun: Pick<
    Columns,
    'personId' | 'projectId' | 'modelId' | 'priceCents' | 'draft' | 'adviserId' | 'startedBy'
  >,
): Promise<number> {
  const [made] = await ctx.db
    .insert(sales)
    .values({
      ...begun,
      stateId: SALE.draft,
      lastActionAt: ctx.now,
      stateSince: ctx.now,
      createdAt: ctx.now,
    })
    .returning({ id: sales.id });
  const id = made!.id;
  await announce(ctx, { record: 'precontrato', id, from: null, to: SALE.draft });
  return id;
}

/**
 * Creates the sale that follows a ceded one, received and with its code, and announces it. The caller has locked the ceded
 * sale; a sale is ceded once. Returns its id.
 */
export async function beginCeded(
  ctx: Acting,
  sale: Omit<Columns, 'id' | 'stateId' | 'lastActionAt' | 'receivedAt' | 'stateSince' | 'createdAt'>,
  reason: string,
): Promise<number> {
  const { now } = ctx;
  const [made] = await ctx.db
    .insert(sales)
    .values({
      ...sale,
      stateId: SALE.received,
      lastActionAt: now,
      receivedAt: now,
      stateSince: now,
      createdAt: now,
    })
    .returning({ id: sales.id });
  const id = made!.id;
  await announce(ctx, { record: 'precontrato', id, from: null, to: SALE.received, reason });
  return id;
}

/** Stores the current form data of a draft, and its model. */
export async function writeDraft(
  { db }: { db: Db },
  saleId: number,
  set: Pick<Columns, 'draft'> &
    Partial<Pick<Columns, 'projectId' | 'modelId' | 'priceCents' | 'lastActionAt'>>,
): Promise<void> {
  await db
    .update(sales)
    .set({ ...set, version: sql`${sales.version} + 1` })
    .where(eq(sales.id, saleId));
}

/** Sets the origin and campaign of a sale that has none yet. */
export async function giveOrigin(
  { db }: { db: Db },
  saleId: number,
  given: { origin: string | null; campaign: string | null },
): Promise<void> {
  await db
    .update(sales)
    .set({ origin: given.origin, campaignNumber: given.campaign })
    .where(and(eq(sales.id, saleId), isNull(sales.origin), isNull(sales.campaignNumber)));
}

/** Removes the link to the browser that began the sale: it loses access. */
export async function forgetWhoBegan(db: Db, saleId: number): Promise<void> {
  await db.update(sales).set({ startedBy: null }).where(eq(sales.id, saleId));
}
