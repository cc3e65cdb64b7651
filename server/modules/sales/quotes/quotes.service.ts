import { createPerson } from '#server/modules/sales/people/people.service.ts';
import { and, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { QuoteTerms, type NewQuote, type QuoteRevision } from '#contract/sales/quotes/model.ts';
import { QUOTE, whyNotDecide, whyNotRevise, whyNotVoid } from '#contract/sales/quotes/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Acting, staffOf, type Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { conflict, forbidden, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { mayOpenPerson } from '#server/modules/sales/people/people.scope.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { saleInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { discountLimits, workOut, type Offer } from './figures.service.ts';
import { revokeQuoteLinks } from './quoteLinks.service.ts';
import { quotesInReach } from './quotes.scope.ts';
import { quoteDiscounts, quotes, quoteVersions } from './quotes.table.ts';

export type Quote = typeof quotes.$inferSelect;

/**
 * Locks a proforma within the caller's scope. Raises 404, 403 without that permission on it, 409 on a stale version.
 */
export async function lockQuote(
  ctx: Context,
  id: number,
  permission: 'ventas.editar' | 'ventas.aprobar' | 'ventas.crear',
  version: number,
): Promise<Quote> {
  const [found] = await ctx.db
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, id), quotesInReach(ctx, 'ventas.ver')))
    .for('no key update');
  if (!found) throw notFound();
  const [mine] = await ctx.db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.id, id), quotesInReach(ctx, permission)));
  if (!mine) throw forbidden();
  if (found.version !== version)
    throw conflict('STALE', undefined, { estado_id: found.stateId, version: found.version });
  return found;
}

/** Writes a proforma's columns and state, with its history. It must be locked and the transition checked. */
export async function moveQuote(
  ctx: Acting,
  quote: Pick<Quote, 'id' | 'stateId' | 'version'>,
  to: number,
  set: Partial<typeof quotes.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(quotes)
    .set({ ...set, stateId: to, version: quote.version + 1 })
    .where(eq(quotes.id, quote.id));
  await announce(ctx, { record: 'proforma', id: quote.id, from: quote.stateId, to, reason });
}

const termsOf = (form: NewQuote | QuoteRevision): QuoteTerms => QuoteTerms.parse(form);

/** The person (and sale) of a new proforma. Raises 404 for a person or sale outside the caller's scope. */
async function personFor(ctx: Context, form: NewQuote): Promise<{ personId: number; saleId: number | null }> {
  if (form.sale_id !== undefined) {
    if (!(await saleInReach(ctx, 'ventas.ver', form.sale_id))) throw notFound();
    const [sale] = await ctx.db
      .select({ personId: sales.personId })
      .from(sales)
      .where(eq(sales.id, form.sale_id));
    if (!sale) throw notFound();
    return { personId: sale.personId, saleId: form.sale_id };
  }
  if (form.person_id !== undefined) {
    if (!(await mayOpenPerson(ctx, form.person_id)) && !(await hasQuote(ctx, form.person_id)))
      throw notFound();
    return { personId: form.person_id, saleId: null };
  }
  const { nombre: name = '', celular: phone = '', email } = form;
  return { personId: await createPerson(ctx, { name, phone, email }), saleId: null };
}

/** Whether the caller's scope has a proforma for this person. */
const hasQuote = async (ctx: Context, personId: number) =>
  (
    await ctx.db
      .select({ id: quotes.id })
      .from(quotes)
      .where(and(eq(quotes.personId, personId), quotesInReach(ctx, 'ventas.ver')))
      .limit(1)
  ).length > 0;

/** Columns of the list, from the offered version. */
const headOf = ({ snapshot, result }: Offer) => ({
  projectId: snapshot.project.id,
  modelId: snapshot.model.id,
  lotId: snapshot.lot?.id ?? null,
  priceCents: result.price_centavos,
  discountCents: result.discount_centavos,
  monthlyCents: result.monthly_centavos,
  ruleId: result.subsidy?.applies ? result.subsidy.rule_id : null,
  validUntil: snapshot.valid_until,
});

/** A discount above the caller's own limit needs approval. */
const needsApproval = ({ snapshot, discountPercent, limits }: Offer) =>
  snapshot.terms.descuento_centavos > 0 && discountPercent > limits.mine;

/** Creates a proforma whose adviser is the caller. Returns its id. Raises 404 and 422 at the fields. */
export async function makeQuote(ctx: Context, form: NewQuote): Promise<number> {
  const { userId } = staffOf(ctx);
  const { personId, saleId } = await personFor(ctx, form);
  const offer = await workOut(ctx, {
    terms: termsOf(form),
    modelId: form.modelo_id,
    lotId: form.lote_id,
    saleId,
  });
  const waits = needsApproval(offer);
  const { code } = (await row<{ code: string }>(
    ctx.db,
    sql`select next_code('PF', ${Number(panamaDay(ctx.now).slice(0, 4))}::int) code`,
  ))!;
  const stateId = waits ? QUOTE.toApprove : QUOTE.draft;
  const [made] = await ctx.db
    .insert(quotes)
    .values({ code, personId, saleId, adviserId: userId, stateId, ...headOf(offer), createdAt: ctx.now })
    .returning();
  const quote = made!;
  await writeVersion(ctx, quote.id, 1, offer);
  await announce(ctx, { record: 'proforma', id: quote.id, from: null, to: stateId });
  if (waits) await askForDiscount(ctx, quote, 1, offer);
  await audit(ctx, 'crear', 'proforma', quote.id, { code, personId, priceCents: quote.priceCents });
  return quote.id;
}

/** Adds a version with today's prices and rules; earlier versions stay unchanged. Raises 404, 403, 409, 422. */
export async function reviseQuote(ctx: Context, id: number, form: QuoteRevision): Promise<void> {
  const quote = await lockQuote(ctx, id, 'ventas.editar', form.version);
  const reason = whyNotRevise(quote.stateId);
  if (reason) throw transitionRefused(reason);
  const offer = await workOut(ctx, {
    terms: termsOf(form),
    modelId: form.modelo_id,
    lotId: form.lote_id,
    saleId: quote.saleId,
  });
  const number = quote.number + 1;
  const waits = needsApproval(offer);
  await writeVersion(ctx, id, number, offer);
  await moveQuote(ctx, quote, waits ? QUOTE.toApprove : QUOTE.draft, {
    ...headOf(offer),
    number,
    acceptedAt: null,
  });
  if (waits) await askForDiscount(ctx, { ...quote, ...headOf(offer) }, number, offer);
  await audit(ctx, 'editar', 'proforma', id, { number, priceCents: offer.result.price_centavos });
}

async function writeVersion(ctx: Context, quoteId: number, number: number, offer: Offer): Promise<void> {
  await ctx.db.insert(quoteVersions).values({
    quoteId,
    number,
    snapshot: offer.snapshot,
    result: offer.result,
    createdBy: staffOf(ctx).userId,
    createdAt: ctx.now,
  });
}

async function askForDiscount(ctx: Context, quote: Quote, number: number, offer: Offer): Promise<void> {
  const { terms } = offer.snapshot;
  const reason = terms.descuento_motivo ?? '';
  await ctx.db.insert(quoteDiscounts).values({
    quoteId: quote.id,
    number,
    discountCents: terms.descuento_centavos,
    percent: offer.discountPercent,
    reason,
    askedBy: staffOf(ctx).userId,
    askedAt: ctx.now,
  });
  await notify(ctx, {
    kind: 'descuento_por_aprobar',
    to: await whoMay(ctx.db, 'ventas.aprobar', quote.projectId),
    text: `${staffOf(ctx).name} pide ${formatMoney(terms.descuento_centavos)} (${formatPercent(offer.discountPercent)}) de descuento en ${quote.code}: ${reason}`,
    url: `/oficina/proformas/${quote.id}`,
    event: `descuento:${quote.id}:${number}`,
  });
}

/**
 * Approves or refuses a requested discount. The requester may not decide, and the approver's own limit applies. Raises
 * 404, 403, 409 on a stale version, 422 with the reason.
 */
export async function decideDiscount(
  ctx: Context,
  id: number,
  { aprobar, motivo, version }: { aprobar: boolean; motivo: string; version: number },
): Promise<void> {
  const quote = await lockQuote(ctx, id, 'ventas.aprobar', version);
  const where = and(eq(quoteDiscounts.quoteId, id), eq(quoteDiscounts.number, quote.number));
  const [asked] = await ctx.db.select().from(quoteDiscounts).where(where);
  const { userId, name } = staffOf(ctx);
  const reason = whyNotDecide({
    state: asked ? quote.stateId : 0,
    askedById: asked?.askedBy ?? null,
    myId: userId,
    discountPercent: asked?.percent ?? 0,
    // A refusal needs no limit.
    myLimitPercent: aprobar ? (await discountLimits(ctx)).mine : 100,
  });
  if (reason || !asked) throw transitionRefused(reason ?? 'No hay un descuento por aprobar.');
  await ctx.db
    .update(quoteDiscounts)
    .set({ approved: aprobar, answer: motivo || null, decidedBy: userId, decidedAt: ctx.now })
    .where(where);
  await moveQuote(ctx, quote, aprobar ? QUOTE.draft : QUOTE.refused, {}, motivo || undefined);
  await audit(ctx, aprobar ? 'aprobar descuento' : 'rechazar descuento', 'proforma', id, {
    number: quote.number,
    discountCents: asked.discountCents,
  });
  await notify(ctx, {
    kind: 'descuento_resuelto',
    to: [asked.askedBy, quote.adviserId],
    text: `${name} ${aprobar ? 'aprobó' : 'rechazó'} el descuento de ${quote.code}${motivo ? `: ${motivo}` : '.'}`,
    url: `/oficina/proformas/${id}`,
    event: `descuento:${id}:${quote.number}:resuelto`,
  });
}

/** Voids a proforma and revokes its links. Raises 404, 403, 409, 422. */
export async function voidQuote(
  ctx: Context,
  id: number,
  { motivo, version }: { motivo: string; version: number },
): Promise<void> {
  const quote = await lockQuote(ctx, id, 'ventas.editar', version);
  const reason = whyNotVoid(quote.stateId);
  if (reason) throw transitionRefused(reason);
  await moveQuote(ctx, quote, QUOTE.voided, { voidReason: motivo }, motivo);
  await revokeQuoteLinks(ctx, id);
  await audit(ctx, 'anular', 'proforma', id, { reason: motivo });
}
