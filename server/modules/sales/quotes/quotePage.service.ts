import { and, eq, lt, desc } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { PageAnswer } from '#contract/page.ts';
import type { QuoteOutcome, QuoteSnapshot } from '#contract/sales/quotes/model.ts';
import type { quotePage } from '#contract/sales/quotes/pages.ts';
import { QUOTE, whyNotAccept } from '#contract/sales/quotes/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { placeOf } from '#server/modules/projects/showcase/showcase.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { outcomeOf } from './figures.service.ts';
import { findAnyQuote } from './quotes.queries.ts';
import { quoteVersions } from './quotes.table.ts';

/** The version that was sent to the buyer, and the version before it, if any. */
async function sentVersions(ctx: Pick<Context, 'db'>, quoteId: number, number: number) {
  const [[sent], [before]] = await Promise.all([
    ctx.db
      .select()
      .from(quoteVersions)
      .where(and(eq(quoteVersions.quoteId, quoteId), eq(quoteVersions.number, number))),
    ctx.db
      .select()
      .from(quoteVersions)
      .where(and(eq(quoteVersions.quoteId, quoteId), lt(quoteVersions.number, number)))
      .orderBy(desc(quoteVersions.number))
      .limit(1),
  ]);
  if (!sent) throw notFound();
  return { sent, before: before ?? null };
}

/** The page of a sent proforma for its buyer. Raises 404. */
export async function buyersView(
  ctx: Context,
  quoteId: number,
  token: string,
): Promise<PageAnswer<typeof quotePage>> {
  const found = await findAnyQuote(ctx, quoteId);
  if (!found || found.quote.sentNumber === null) throw notFound();
  const { quote, person, adviser } = found;
  const [{ sent, before }, [place], { company }] = await Promise.all([
    sentVersions(ctx, quoteId, quote.sentNumber!),
    ctx.db
      .select({ district: projects.district, province: projects.province, phone: projects.sellerPhone })
      .from(projects)
      .where(eq(projects.id, quote.projectId)),
    readSettings(ctx.db),
  ]);
  const { snapshot } = sent;
  const today = panamaDay(ctx.now);
  // An unsent newer version is not shown, but the sent version is no longer valid.
  const newer = quote.number !== quote.sentNumber;
  return {
    token,
    code: quote.code,
    number: sent.number,
    customer: person.name,
    project: snapshot.project.name,
    place: place ? placeOf(place) : '',
    model: snapshot.model,
    lot: snapshot.lot?.name ?? null,
    delivery_month: snapshot.delivery_month,
    bank: snapshot.bank,
    date: snapshot.date,
    valid_until: quote.validUntil,
    term_months: snapshot.terms.plazo_meses,
    cash: snapshot.terms.forma_pago === 'contado',
    model_centavos: snapshot.model_centavos,
    lot_premium_centavos: snapshot.lot_premium_centavos,
    extras: snapshot.terms.extras,
    note: snapshot.terms.nota,
    result: outcomeOf(sent),
    adviser:
      adviser === null
        ? null
        : { name: adviser, phone: (place?.phone ?? company.phone).replace(/\D/g, '') || null },
    changes: before ? changesOf(before, sent) : [],
    accepted_at: quote.acceptedAt?.toISOString() ?? null,
    why_not:
      newer && quote.stateId !== QUOTE.converted
        ? 'Tu asesor prepara una versión nueva. Pídesela antes de decidir.'
        : whyNotAccept(quote.stateId, { today, validUntil: quote.validUntil }),
    purchase: quote.stateId === QUOTE.converted,
    purchase_href:
      quote.stateId === QUOTE.converted && quote.saleId !== null && ctx.client?.saleIds.includes(quote.saleId)
        ? `/clientes/siguiente/${quote.saleId}`
        : null,
    can_buy: quote.stateId === QUOTE.accepted && quote.saleId === null && !newer,
  };
}

interface Offered {
  snapshot: QuoteSnapshot;
  result: QuoteOutcome;
}

/** The differences between two offers, one short sentence each, in "tú". */
export function changesOf(before: Offered, now: Offered): string[] {
  const money = (label: string, from: number | null, to: number | null) =>
    from === to
      ? []
      : [
          `${label}: ${from === null ? 'no había' : formatMoney(from)} → ${to === null ? 'no hay' : formatMoney(to)}`,
        ];
  const words = (label: string, from: string, to: string) =>
    from === to ? [] : [`${label}: ${from} → ${to}`];
  return [
    ...words('Modelo', before.snapshot.model.name, now.snapshot.model.name),
    ...words('Lote', before.snapshot.lot?.name ?? 'por elegir', now.snapshot.lot?.name ?? 'por elegir'),
    ...money('Precio', before.result.price_centavos, now.result.price_centavos),
    ...money('Descuento', before.result.discount_centavos, now.result.discount_centavos),
    ...money('Abono', before.result.down_centavos, now.result.down_centavos),
    ...money('Letra mensual', before.result.monthly_centavos, now.result.monthly_centavos),
    ...words(
      'Plazo',
      `${before.snapshot.terms.plazo_meses} meses`,
      `${now.snapshot.terms.plazo_meses} meses`,
    ),
  ];
}
