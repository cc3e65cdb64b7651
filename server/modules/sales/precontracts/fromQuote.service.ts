import { adoptQuote } from '#server/modules/sales/quotes/agreed.service.ts';
import { and, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { whyNotConvert, QUOTE } from '#contract/sales/quotes/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { forbidden, transitionRefused } from '#server/kernel/errors.ts';
import { holdLot } from '#server/modules/sales/claims/claims.service.ts';
import { winProspects } from '#server/modules/sales/prospects/contacts.service.ts';
import { createSale } from './edit.service.ts';
import { saleInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale, touchSale } from '#server/modules/sales/sale/states.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { lockQuote, moveQuote, type Quote } from '#server/modules/sales/quotes/quotes.service.ts';
import { quoteVersions } from '#server/modules/sales/quotes/quotes.table.ts';

/**
 * Converts a proforma into a pre-contract with its price, discount and lot: a new one, or the draft that the proforma
 * was made for. The adviser stays. Raises 404, 403, 409 STALE and LOT_TAKEN, 422 with the reason. Returns the sale's
 * id.
 */
export async function convertQuote(ctx: Context, id: number, version: number): Promise<number> {
  const quote = await lockQuote(ctx, id, 'ventas.crear', version);
  const reason = whyNotConvert(quote.stateId, { today: panamaDay(ctx.now), validUntil: quote.validUntil });
  if (reason) throw transitionRefused(reason);
  const [offered] = await ctx.db
    .select()
    .from(quoteVersions)
    .where(and(eq(quoteVersions.quoteId, id), eq(quoteVersions.number, quote.number)));
  const { snapshot, result } = offered!;
  const saleId = quote.saleId === null ? await newSale(ctx, quote) : await draftOf(ctx, quote, quote.saleId);
  const sale = (await lockSale(ctx.db, saleId))!;
  const premium = snapshot.lot_premium_centavos;
  await adoptQuote(ctx, saleId, {
    quoteId: id,
    number: quote.number,
    modelId: quote.modelId,
    lotId: quote.lotId,
    houseCents: result.price_centavos - premium,
    lotPremiumCents: premium,
  });
  await touchSale(ctx, sale, {
    modelId: quote.modelId,
    projectId: quote.projectId,
    priceCents: result.price_centavos - premium,
    paymentForm: snapshot.terms.forma_pago,
    adviserId: sale.adviserId ?? quote.adviserId,
    ...(quote.saleId === null && { adviserId: quote.adviserId ?? staffOf(ctx).userId }),
  });
  await moveQuote(ctx, quote, QUOTE.converted, { saleId });
  await winProspects(ctx, { personId: sale.personId, projectId: quote.projectId, saleId });
  await audit(ctx, 'convertir', 'proforma', id, { saleId, number: quote.number });
  return saleId;
}

async function newSale(ctx: Context, quote: Quote): Promise<number> {
  const [person] = await ctx.db.select().from(people).where(eq(people.id, quote.personId));
  return createSale(
    ctx,
    {
      nombre: person!.name,
      celular: person!.phone,
      ...(person!.email && { email: person!.email }),
      modelo_id: quote.modelId,
      ...(quote.lotId !== null && { lote_id: quote.lotId }),
    },
    { personId: quote.personId },
  );
}

/** The draft that the proforma was made for. A received sale has a fixed price, which only an addendum changes. */
async function draftOf(ctx: Context, quote: Quote, saleId: number): Promise<number> {
  if (!(await saleInReach(ctx, 'ventas.editar', saleId))) throw forbidden();
  const sale = await lockSale(ctx.db, saleId);
  if (sale?.stateId !== SALE.draft)
    throw transitionRefused('La venta ya fue recibida con su precio: se cambia con una adenda.');
  if (quote.lotId !== null) await holdLot(ctx, { saleId, lotId: quote.lotId });
  return saleId;
}
