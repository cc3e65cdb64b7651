import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm';
import type { PurchaseHead } from '#contract/sales/purchase/pages.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { claimOf } from '#server/modules/sales/claims/claims.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { priceChanges } from '#server/modules/projects/prices/prices.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { pictureOfModel } from '#server/modules/projects/showcase/showcase.service.ts';
import { agreedPrice } from '#server/modules/sales/quotes/agreed.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { typedOf } from './draftForm.service.ts';
import { nameOf, type Sale } from './own.service.ts';
import { sellerPhone } from './phoneCheck.service.ts';

/** The header data of every page of a purchase. */
export async function purchaseHead(ctx: Pick<Context, 'db'>, sale: Sale): Promise<PurchaseHead> {
  const [[found], claim, phone, picture] = await Promise.all([
    ctx.db
      .select({
        buyer: people.name,
        slug: projects.slug,
        project: projects.name,
        district: projects.district,
        province: projects.province,
        model: houseModels.name,
        modelCents: houseModels.priceCents,
      })
      .from(sales)
      .innerJoin(people, eq(people.id, sales.personId))
      .innerJoin(projects, eq(projects.id, sales.projectId))
      .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
      .where(eq(sales.id, sale.id)),
    claimOf(ctx.db, sale.id),
    sellerPhone(ctx.db, sale.projectId),
    pictureOfModel(ctx.db, { id: sale.modelId, projectId: sale.projectId }),
  ]);
  const { buyer, slug, project, district, province, model, modelCents } = found!;
  const [lot] = claim
    ? await ctx.db
        .select({ id: lots.id, name: lots.name, premiumCents: lots.premiumCents })
        .from(lots)
        .where(eq(lots.id, claim.lotId))
    : [];
  // A draft's price is the model's price on the day it began, without the lot, or the price of its proforma.
  const draft = sale.stateId === SALE.draft;
  const agreed = draft ? await agreedPrice(ctx.db, sale) : null;
  const quotedLot = agreed !== null && lot !== undefined && agreed.lotId === lot.id;
  const premium = quotedLot ? agreed.lotPremiumCents : (lot?.premiumCents ?? 0);
  const today = draft ? (agreed?.houseCents ?? modelCents) + premium : sale.priceCents;
  const added = draft && claim && lot && !quotedLot ? await premiumAt(ctx, lot, claim.since) : 0;
  const began = sale.priceCents + (draft && quotedLot ? premium : added);
  return {
    id: sale.id,
    code: sale.code,
    name: nameOf(sale),
    buyer: typedOf(sale.draft, 'nombre') || buyer,
    project: {
      slug,
      name: project,
      place: district === province ? district : `${district}, ${province}`,
    },
    chosen: sale.draft['sin_modelo'] !== true,
    model: { id: sale.modelId, name: model, picture },
    lot: lot ?? null,
    lotUntil: claim?.until?.toISOString() ?? null,
    priceCents: today,
    priceBeganCents: began === today ? null : began,
    sellerPhone: phone || null,
  };
}

/** The lot's premium at the time it was chosen, in centavos: the old value of its first change since then. */
async function premiumAt(
  { db }: Pick<Context, 'db'>,
  lot: { id: number; premiumCents: number },
  since: Date,
): Promise<number> {
  const [changed] = await db
    .select({ fromCents: priceChanges.fromCents })
    .from(priceChanges)
    .where(and(eq(priceChanges.lotId, lot.id), gt(priceChanges.at, since)))
    .orderBy(asc(priceChanges.id))
    .limit(1);
  return changed?.fromCents ?? lot.premiumCents;
}

/** The other purchases that are open in this browser, newest first. */
export async function othersHere(
  ctx: Pick<Context, 'db' | 'client'>,
  exceptId?: number,
): Promise<{ name: string; title: string }[]> {
  const ids = (ctx.client?.saleIds ?? []).filter((id) => id !== exceptId);
  if (ids.length === 0) return [];
  const found = await ctx.db
    .select({ id: sales.id, code: sales.code, model: houseModels.name, project: projects.name })
    .from(sales)
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .where(inArray(sales.id, ids))
    .orderBy(desc(sales.id));
  return found.map((one) => ({ name: nameOf(one), title: `${one.model} · ${one.project}` }));
}
