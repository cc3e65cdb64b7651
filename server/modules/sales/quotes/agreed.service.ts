import type { Acting } from '#server/kernel/context.ts';
import { eq, sql } from 'drizzle-orm';
import { SALE } from '#contract/sales/sale/rules.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { saleQuotes } from './quotes.table.ts';

/**
 * What a sale pays by its proforma, in cents: model, extras and discount in `houseCents`, and the lot's premium while it is the lot
 * that was quoted. Null without a proforma, or once another model was chosen.
 */
export async function agreedPrice(
  db: Db,
  sale: { id: number; modelId: number },
): Promise<{ houseCents: number; lotId: number | null; lotPremiumCents: number } | null> {
  const [found] = await db.select().from(saleQuotes).where(eq(saleQuotes.saleId, sale.id));
  return found?.modelId === sale.modelId ? found : null;
}

/**
 * What a sale that was not received yet would cost today, in cents: model, and the lot it holds, as its proforma promised,
 * else by the list of prices.
 */
export async function priceToday(
  db: Db,
  saleId: number,
): Promise<{ houseCents: number; lotPremiumCents: number }> {
  const found = await row<{ houseCents: number; lotPremiumCents: number }>(
    db,
    sql`select coalesce(q.house_cents, m.price_cents) "houseCents",
      case when q.lot_id = l.id then q.lot_premium_cents else coalesce(l.premium_cents, 0) end "lotPremiumCents"
      from sales s join house_models m on m.id = s.model_id
      left join sale_quotes q on q.sale_id = s.id and q.model_id = s.model_id
      left join lot_claims c on c.sale_id = s.id and c.released_at is null
      left join lots l on l.id = c.lot_id where s.id = ${saleId}`,
  );
  return found!;
}

/** The price of a sale in cents: agreed when it was received, of today while it is a draft. */
export async function priceOfSale(
  db: Db,
  sale: { id: number; stateId: number; priceCents: number },
): Promise<number> {
  if (sale.stateId !== SALE.draft) return sale.priceCents;
  const { houseCents, lotPremiumCents } = await priceToday(db, sale.id);
  return houseCents + lotPremiumCents;
}

/** The proforma that a sale is made of: its price holds for this model and lot. The sale must be locked. */
export async function adoptQuote(
  ctx: Acting,
  saleId: number,
  quote: Omit<typeof saleQuotes.$inferInsert, 'saleId' | 'at'>,
): Promise<void> {
  const adopted = { ...quote, at: ctx.now };
  await ctx.db
    .insert(saleQuotes)
    .values({ saleId, ...adopted })
    .onConflictDoUpdate({ target: saleQuotes.saleId, set: adopted });
}
