import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import type { SaleDelivery } from '#contract/works/delivery/endpoints.ts';
import { noticeDraft, phasesOf, type Built } from '#contract/works/delivery/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { rows, sql, type Db } from '#server/kernel/db.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { createAddendum } from '#server/modules/legal/addenda/addenda.service.ts';
import { addenda } from '#server/modules/legal/addenda/addenda.table.ts';
import { signedPromise } from '#server/modules/legal/addenda/standing.service.ts';
import { REACH_COLUMNS, reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { deliveryWarnings } from './delivery.table.ts';
import { finishedOn, forecastHouses } from './pace.service.ts';

/** Days to sign an addendum that is drafted here; its lawyer may change them. */
const SIGN_DAYS = 15;
/** Addenda that still may move the day. */
const UNDER_WAY = [ADDENDUM.draft, ADDENDUM.inReview, ADDENDUM.signing, ADDENDUM.rejected];

/** Weight and approved progress of each activity of a house, of all its contracts together. */
export const builtOf = (db: Db, houseId: number): Promise<Built[]> =>
  rows<Built>(
    db,
    sql`select c.id::float8 "activityId", (c.extra ->> 'peso')::float8 weight, coalesce(max(j.approved_bp), 0)::float8 "approvedBp"
      from catalog_items c left join jobs j on j.activity_id = c.id and j.house_id = ${houseId}
      where c.catalog = 'contract_activities' and c.archived_at is null group by c.id, c.extra order by c.id`,
  );

/** The house on the lot of a sale; undefined without one. */
export const houseOf = async (db: Db, saleId: number) =>
  (
    await db
      .select({
        id: houses.id,
        name: houses.name,
        modelId: houses.modelId,
        projectId: houses.projectId,
        percent: houses.progressPercent,
      })
      .from(lotClaims)
      .innerJoin(houses, and(eq(houses.lotId, lotClaims.lotId), isNull(houses.archivedAt)))
      .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)))
  )[0];

async function saleInScope(ctx: Context, saleId: number, permission: 'ventas.ver' | 'ventas.aprobar') {
  const [sale] = await ctx.db
    .select({ id: sales.id, ...REACH_COLUMNS })
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, permission)));
  if (!sale) throw notFound();
  return sale;
}

/** The works of a sale's house beside what was promised. Raises 404 out of scope. */
export async function saleDelivery(ctx: Context, saleId: number): Promise<SaleDelivery> {
  const sale = await saleInScope(ctx, saleId, 'ventas.ver');
  const house = await houseOf(ctx.db, saleId);
  const promisedOn = (await signedPromise(ctx.db, saleId))?.deliveryOn ?? null;
  const forecast = house ? ((await forecastHouses(ctx, [house])).get(house.id) ?? null) : null;
  const warning = promisedOn === null ? null : await lastWarning(ctx.db, saleId, promisedOn);
  const late = forecast !== null && promisedOn !== null && forecast.to > promisedOn;
  const [addendum] = await ctx.db
    .select({ id: addenda.id, code: addenda.code })
    .from(addenda)
    .where(and(eq(addenda.saleId, saleId), eq(addenda.kind, 'prorroga'), inArray(addenda.stateId, UNDER_WAY)))
    .limit(1);
  const parties = late ? await findParties(ctx, saleId) : undefined;
  return {
    house: house ? { id: house.id, name: house.name } : null,
    percent: house?.percent ?? 0,
    phases: house ? phasesOf(await builtOf(ctx.db, house.id)) : [],
    finished_on: house ? await finishedOn(ctx.db, house.id) : null,
    promised_on: promisedOn,
    forecast,
    warning: warning?.days ?? null,
    told_at: warning?.toldAt?.toISOString() ?? null,
    notice:
      late && warning && parties && reaches(ctx, 'ventas.aprobar', sale)
        ? noticeDraft({
            customer: parties.contact,
            house: house!.name.replace('Casa', 'la casa'),
            percent: house!.percent,
            promisedOn,
            expected: forecast,
          })
        : null,
    // The day asked for is the one that four of five such houses keep.
    extension: late && !addendum && reaches(ctx, 'legal.crear', sale) ? forecast.to : null,
    addendum: addendum ?? null,
  };
}

async function lastWarning(db: Db, saleId: number, promisedOn: string) {
  const [found] = await db
    .select()
    .from(deliveryWarnings)
    .where(and(eq(deliveryWarnings.saleId, saleId), eq(deliveryWarnings.promisedOn, promisedOn)))
    .orderBy(desc(deliveryWarnings.at), deliveryWarnings.days)
    .limit(1);
  return found;
}

/** Tells the customer in writing that the house will be late. The promised day stays. Raises 404, 409 NO_WARNING. */
export async function tellDelivery(ctx: Context, saleId: number, text: string): Promise<void> {
  await saleInScope(ctx, saleId, 'ventas.aprobar');
  const told = await ctx.db
    .update(deliveryWarnings)
    .set({ toldAt: ctx.now, toldBy: staffOf(ctx).userId })
    .where(and(eq(deliveryWarnings.saleId, saleId), isNull(deliveryWarnings.toldAt)))
    .returning({ days: deliveryWarnings.days });
  if (told.length === 0)
    throw conflict(
      'NO_WARNING',
      'No hay un aviso pendiente: otra persona ya lo envió, o la casa va a tiempo.',
    );
  const parties = await findParties(ctx, saleId);
  if (parties) await mailBuyer(ctx, 'entrega_tarde', { ...parties, saleId }, { aviso: text });
  await announce(ctx, { record: 'precontrato', id: saleId, verb: 'entrega_avisada' });
  await audit(ctx, 'avisar_entrega', 'precontrato', saleId, { aviso: text });
}

/** Drafts the addendum that promises a later day. Returns its id. Raises 404, 403, 422 with the reason or at a field. */
export async function draftExtension(
  ctx: Context,
  saleId: number,
  { entrega, motivo }: { entrega: string; motivo: string },
): Promise<number> {
  return createAddendum(ctx, saleId, {
    cambio: { tipo: 'prorroga', entrega },
    motivo,
    firmar_hasta: addDays(panamaDay(ctx.now), SIGN_DAYS),
    representante_id: null,
  });
}
