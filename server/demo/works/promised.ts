import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { milestonesOf } from '#contract/works/delivery/rules.ts';
import { touch } from '#server/kernel/changes.ts';
import { importPromise } from '#server/modules/legal/promises/imported.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { builtOf } from '#server/modules/works/delivery/delivery.service.ts';
import { houseMilestones } from '#server/modules/works/delivery/delivery.table.ts';
import { LAWYER, MANAGER, type Site } from './telling.ts';

/** Days from today on which a house was promised that needs longer. */
const PROMISED_IN = 9;

/** The families heard of what their houses passed in the past: today's inspections do not tell it again. */
export async function keepMilestones(site: Site): Promise<void> {
  const { db } = site.at(0, MANAGER);
  for (const { id } of await db.select({ id: houses.id }).from(houses)) {
    const passed = milestonesOf(await builtOf(db, id));
    if (passed.length > 0)
      await db
        .insert(houseMilestones)
        .values(passed.map((milestone) => ({ houseId: id, milestone, at: site.now })))
        .onConflictDoNothing();
  }
}

const soldHouses = (site: Site) =>
  site
    .at(0, MANAGER)
    .db.select({ saleId: sales.id, stateId: sales.stateId, percent: houses.progressPercent })
    .from(sales)
    .innerJoin(lotClaims, and(eq(lotClaims.saleId, sales.id), isNull(lotClaims.releasedAt)))
    .innerJoin(houses, and(eq(houses.lotId, lotClaims.lotId), isNull(houses.archivedAt)));

/** The sales of houses take what their works say. */
export async function moveSales(site: Site): Promise<void> {
  for (const { saleId } of await soldHouses(site)) touch(site.at(0, MANAGER), ['precontrato', saleId]);
}

/** A promise that was signed on paper, for a day that its house will not keep. */
export async function promiseEarly(site: Site): Promise<void> {
  const [late] = await soldHouses(site)
    .where(and(eq(sales.stateId, SALE.inBank), sql`${houses.progressPercent} between 50 and 95`))
    .orderBy(asc(sales.id))
    .limit(1);
  if (!late) return;
  const today = panamaDay(site.now);
  await importPromise(site.at(200, LAWYER), late.saleId, {
    signedOn: addDays(today, -200),
    deliveryOn: addDays(today, PROMISED_IN),
    motherFinca: null,
    locationCode: null,
  });
}
