import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { quoteVersions, saleQuotes } from './quotes.table.ts';

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

/** The down payment as the proforma of a sale offered it, in cents, with its months; null without one. */
export async function agreedPlan(
  db: Db,
  saleId: number,
): Promise<{ cents: number; months: number; first_on: string } | null> {
  const [found] = await db
    .select({ result: quoteVersions.result, snapshot: quoteVersions.snapshot })
    .from(saleQuotes)
    .innerJoin(
      quoteVersions,
      and(eq(quoteVersions.quoteId, saleQuotes.quoteId), eq(quoteVersions.number, saleQuotes.number)),
    )
    .where(eq(saleQuotes.saleId, saleId));
  const first = found?.result.parts.find(({ kind }) => kind === 'abono' || kind === 'cuota');
  if (!found || !first?.due_on) return null;
  return { cents: found.result.down_centavos, months: found.snapshot.terms.cuotas, first_on: first.due_on };
}
