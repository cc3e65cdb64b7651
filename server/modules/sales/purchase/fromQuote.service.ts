import { and, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Answered } from '#contract/endpoint.ts';
import { showPhone } from '#contract/phone.ts';
import type * as api from '#contract/sales/purchase/endpoints.ts';
import { QUOTE, whyNotConvert } from '#contract/sales/quotes/rules.ts';
import { TEXTS } from '#contract/texts.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import { openSaleHere } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { moveClaim } from '#server/modules/sales/claims/claims.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { winProspects } from '#server/modules/sales/prospects/contacts.service.ts';
import { adoptQuote } from '#server/modules/sales/quotes/agreed.service.ts';
import { quoteOfLink } from '#server/modules/sales/quotes/quoteLinks.service.ts';
import { moveQuote } from '#server/modules/sales/quotes/quotes.service.ts';
import { quotes, quoteVersions } from '#server/modules/sales/quotes/quotes.table.ts';
import { beginSale } from '#server/modules/sales/sale/begun.service.ts';
import { lockSale, touchSale } from '#server/modules/sales/sale/states.service.ts';
import { lockVisitor } from './buy.service.ts';

/**
 * The buyer goes on from an accepted proforma: a draft in this browser with its model, lot and price; the adviser
 * stays. A repeat from the same browser answers the same draft. `withoutLot`: the quoted lot is taken, so the buyer
 * chooses another in the form. Raises 404, 409 LOT_TAKEN, CLAIMS_LIMIT and CONFIRM_FIRST, 422 with the reason; then
 * nothing has changed.
 */
export async function buyQuoted(
  ctx: Context,
  token: string,
  withoutLot: boolean,
): Promise<Answered<typeof api.buyQuoted>> {
  const quoteId = await quoteOfLink(ctx, token);
  const visitor = await lockVisitor(ctx);
  const [quote] = await ctx.db.select().from(quotes).where(eq(quotes.id, quoteId)).for('no key update');
  if (!quote) throw notFound();
  if (quote.stateId === QUOTE.converted && quote.saleId !== null && isOpenHere(ctx, quote.saleId))
    return begun(quote.saleId);
  const facts = { today: panamaDay(ctx.now), validUntil: quote.validUntil };
  const reason =
    quote.saleId !== null || quote.stateId !== QUOTE.accepted
      ? (whyNotConvert(quote.stateId, facts) ?? 'Tu asesor sigue tu compra: escríbele.')
      : null;
  if (reason) throw transitionRefused(reason);
  const [offered] = await ctx.db
    .select()
    .from(quoteVersions)
    .where(and(eq(quoteVersions.quoteId, quoteId), eq(quoteVersions.number, quote.number)));
  const { snapshot, result } = offered!;
  const [person] = await ctx.db.select().from(people).where(eq(people.id, quote.personId));
  const premium = snapshot.lot_premium_centavos;
  const houseCents = result.price_centavos - premium;
  const saleId = await beginSale(ctx, {
    personId: quote.personId,
    projectId: quote.projectId,
    modelId: quote.modelId,
    priceCents: houseCents,
    adviserId: quote.adviserId,
    startedBy: visitor,
    draft: {
      nombre: person!.name,
      celular: showPhone(person!.phone),
      ...(person!.email && { email: person!.email }),
      forma_pago: snapshot.terms.forma_pago,
    },
  });
  await adoptQuote(ctx, saleId, {
    quoteId,
    number: quote.number,
    modelId: quote.modelId,
    lotId: quote.lotId,
    houseCents,
    lotPremiumCents: premium,
  });
  const sale = (await lockSale(ctx.db, saleId))!;
  await touchSale(ctx, sale, { paymentForm: snapshot.terms.forma_pago });
  // Who holds the link of a proforma may be another person: phone and email change by a code only.
  await openSaleHere(ctx, saleId, false);
  if (quote.lotId !== null && !withoutLot) await moveClaim(ctx, { saleId, lotId: quote.lotId });
  await moveQuote(ctx, quote, QUOTE.converted, { saleId });
  await winProspects(ctx, { personId: quote.personId, projectId: quote.projectId, saleId });
  await audit(ctx, 'convertir', 'proforma', quoteId, { saleId, number: quote.number });
  return begun(saleId);
}

const isOpenHere = (ctx: Pick<Context, 'client'>, saleId: number) =>
  ctx.client?.saleIds.includes(saleId) ?? false;

const begun = (saleId: number) => ({ success: TEXTS.sent, redirect: `/clientes/precontrato/${saleId}` });
