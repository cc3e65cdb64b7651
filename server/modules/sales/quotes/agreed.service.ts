import type { Acting } from '#server/kernel/context.ts';
import { eq, sql } from 'drizzle-orm';
import { SALE } from '#contract/sales/sale/rules.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { saleQuotes } from './quotes.table.ts';

/**
 * The price of a sale by its proforma, in centavos: model, extras and discount in `houseCents`, and the premium of the
 * quoted lot. Null without a proforma, or after another model was chosen.
 */
export async function agreedPrice(
  db: Db,
  sale: { id: number; modelId: number },
): Promise<{ houseCents: number; lotId: number | null; lotPremiumCents: number } | null> {
  const [found] = await db.select().from(saleQuotes).where(eq(saleQuotes.saleId, sale.id));
  return found?.modelId === sale.modelId ? found : null;
}

/**
 * Today's price of a sale that is not received yet, in centavos: model and held lot, by its proforma or else by the
 * price list.
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

/** The price of a sale in centavos: as agreed when it was received; today's price for a draft. */
export async function priceOfSale(
  db: Db,
  sale: { id: number; stateId: number; priceCents: number },
): Promise<number> {
  if (sale.stateId !== SALE.draft) return sale.priceCents;
  const { houseCents, lotPremiumCents } = await priceToday(db, sale.id);
  return houseCents + lotPremiumCents;
}

/** Stores the proforma that a sale is based on: its price is valid for this model and lot. The sale must be locked. */
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
