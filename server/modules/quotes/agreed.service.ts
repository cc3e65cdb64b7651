import { eq } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
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
