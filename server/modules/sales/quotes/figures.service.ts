import { NOT_SOLD } from '#contract/company/catalogs/states.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { banks as bankList } from '#contract/company/catalogs/moneyLists.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { inForce } from '#contract/projects/interest/rules.ts';
import { computeQuote, discountPercent, verdictOf } from '#contract/sales/quotes/compute.ts';
import type { QuoteOutcome, QuoteSnapshot, QuoteTerms } from '#contract/sales/quotes/model.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { costsFrom, lendingLimits, rulesFrom } from '#server/modules/projects/interest/interest.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { deliveryMonthOf } from '#server/modules/projects/showcase/showcase.service.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { roles, userRoles } from '#server/modules/company/staff/staff.table.ts';

const fault = (field: string, message: string) => invalid([{ field, message }]);

async function findModel(ctx: Context, modelId: number) {
  const [found] = await ctx.db
    .select({ model: houseModels, project: projects })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(eq(houseModels.id, modelId), isNull(houseModels.archivedAt), isNull(projects.archivedAt)));
  return found;
}

/** A lot that fits the model and that no other sale has (rulings 20). Raises 422 at lote_id. */
async function findLot(
  ctx: Context,
  lotId: number,
  model: { id: number; projectId: number },
  saleId: number | null,
) {
  const [lot] = await ctx.db
    .select()
    .from(lots)
    .where(and(eq(lots.id, lotId), eq(lots.projectId, model.projectId)));
  if (!lot || lot.withheld || NOT_SOLD.some((type) => type === lot.typeId))
    throw fault('lote_id', 'Elige un lote de este proyecto que esté a la venta.');
  const why = await row<{ taken: boolean; other: boolean }>(
    ctx.db,
    sql`select exists (select from lot_claims c where c.lot_id = ${lotId} and c.released_at is null
        and c.sale_id is distinct from ${saleId}) taken,
      exists (select from houses h where h.lot_id = ${lotId} and h.archived_at is null and h.model_id <> ${model.id}) other`,
  );
  if (why?.other) throw fault('lote_id', 'En ese lote hay una casa de otro modelo. Elige otro lote.');
  if (why?.taken)
    throw fault('lote_id', 'Ese lote ya está apartado. Elige otro, o deja la proforma sin lote.');
  return lot;
}

/**
 * Discount limits in percent of the list price: `mine`, what the caller may give alone; `most`, the highest that can be
 * approved.
 */
export async function discountLimits(ctx: Context): Promise<{ mine: number; most: number }> {
  const { quotes } = await readSettings(ctx.db);
  const held = await ctx.db
    .select({ name: roles.name })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, staffOf(ctx).userId));
  const mine = quotes.discounts.filter(({ role }) => held.some(({ name }) => name === role));
  const most = (list: readonly { percent: number }[]) => Math.max(0, ...list.map(({ percent }) => percent));
  return { mine: most(mine), most: most(quotes.discounts) };
}

/** Today's prices, terms and rules for a model and a lot. Raises 404, 422 at lote_id. */
export async function figuresFor(ctx: Context, modelId: number, lotId: number | undefined) {
  const found = await findModel(ctx, modelId);
  if (!found) throw notFound();
  const { model, project } = found;
  const lot = lotId === undefined ? null : await findLot(ctx, lotId, model, null);
  const date = panamaDay(ctx.now);
  const [rules, costs, limits, discount] = await Promise.all([
    rulesFrom(ctx.db, date),
    costsFrom(ctx.db, date, project.id),
    lendingLimits(ctx.db),
    discountLimits(ctx),
  ]);
  return {
    date,
    project: { id: project.id, name: project.name },
    region: regionOf(project.region),
    model_centavos: model.priceCents,
    lot_premium_centavos: lot?.premiumCents ?? 0,
    separation_centavos: project.separationCents,
    rate_percent: project.ratePercent,
    down_payment_percent: project.downPaymentPercent,
    term_months: project.termMonths,
    rules,
    costs,
    limits,
    my_discount: discount.mine,
    max_discount: discount.most,
  };
}

const regionOf = (region: number): 1 | 2 => (region === 1 ? 1 : 2);

export interface Offer {
  snapshot: QuoteSnapshot;
  result: QuoteOutcome;
  discountPercent: number;
  limits: { mine: number; most: number };
}

/**
 * Computes an offer with today's prices and rules. `saleId`: the sale that may already hold the lot. Raises 422 at the
 * fields: a model that is not on sale, a taken lot, a discount above the limit, an abono above the price.
 */
export async function workOut(
  ctx: Context,
  of: { terms: QuoteTerms; modelId: number; lotId: number | null; saleId: number | null },
): Promise<Offer> {
  const found = await findModel(ctx, of.modelId);
  if (!found) throw fault('modelo_id', 'Elige un modelo que esté a la venta.');
  const { model, project } = found;
  const lot = of.lotId === null ? null : await findLot(ctx, of.lotId, model, of.saleId);
  const date = panamaDay(ctx.now);
  const rules = await rulesFrom(ctx.db, date);
  const costs = await costsFrom(ctx.db, date, project.id);
  const limits = await lendingLimits(ctx.db);
  const discount = await discountLimits(ctx);
  const banks = of.terms.banco_id === null ? null : await catalogLabels(ctx.db, bankList);
  const { quotes } = await readSettings(ctx.db);
  if (banks && !banks.has(of.terms.banco_id!)) throw fault('banco_id', 'Elige un banco de la lista.');
  const snapshot: QuoteSnapshot = {
    date,
    valid_until: addDays(date, quotes.validDays),
    project: { id: project.id, name: project.name },
    region: regionOf(project.region),
    model: {
      id: model.id,
      name: model.name,
      bedrooms: model.bedrooms,
      bathrooms: model.bathrooms,
      area_m2: model.areaM2,
    },
    lot: lot && { id: lot.id, name: lot.name, area_m2: lot.areaM2 },
    delivery_month: await deliveryMonthOf(ctx, model.id, lot?.id ?? null),
    bank: banks?.get(of.terms.banco_id!) ?? null,
    model_centavos: model.priceCents,
    lot_premium_centavos: lot?.premiumCents ?? 0,
    separation_centavos: project.separationCents,
    terms: of.terms,
    // Only the rules in force on that day: the result stays the same when the law changes.
    rules: rules.filter((one) => inForce(one, date)),
    costs: costs.filter((one) => inForce(one, date)),
    limits,
  };
  const result = recompute(snapshot);
  const percent = discountPercent(of.terms.descuento_centavos, result.list_centavos);
  if (of.terms.descuento_centavos > 0 && percent > discount.most)
    throw fault(
      'descuento_centavos',
      `El descuento llega hasta ${formatPercent(discount.most)} del precio de lista, ${formatMoney(result.list_centavos)}.`,
    );
  if ((of.terms.abono_centavos ?? 0) > result.price_centavos)
    throw fault('abono_centavos', `El abono llega hasta el precio, ${formatMoney(result.price_centavos)}.`);
  if (of.terms.primera_cuota !== null && of.terms.primera_cuota < date)
    throw fault('primera_cuota', 'Elige hoy o un día posterior.');
  return {
    snapshot,
    result,
    discountPercent: percent,
    limits: discount,
  };
}

/**
 * The stored result of an offer. Older results have one installment; their verdict is recomputed with both
 * installments.
 */
export const outcomeOf = ({
  snapshot,
  result,
}: {
  snapshot: QuoteSnapshot;
  result: QuoteOutcome;
}): QuoteOutcome => ({
  ...result,
  ratio: result.loan && verdictOf(result.loan, snapshot.terms, snapshot.limits),
});

/** Recomputes a snapshot: the same centavos at any time. */
export const recompute = (snapshot: QuoteSnapshot): QuoteOutcome =>
  computeQuote({ ...snapshot, project_id: snapshot.project.id });
