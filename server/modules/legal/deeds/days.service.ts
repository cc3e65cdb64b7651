import { lte, sql } from 'drizzle-orm';
import { writingStatus } from '#contract/company/catalogs/legalLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { DeedDays, DeedDaysForm } from '#contract/legal/deeds/days.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { requireOfCompany } from '#server/modules/legal/counsel/counsel.scope.ts';
import { deedDays } from './deeds.table.ts';

/** The usual calendar days in each state of a deed, as they are in force on a day, by state. */
export async function usualDays(db: Db, day: string): Promise<Map<number, typeof deedDays.$inferSelect>> {
  const found = await db
    .selectDistinctOn([deedDays.stateId])
    .from(deedDays)
    .where(lte(deedDays.validFrom, day))
    .orderBy(deedDays.stateId, sql`${deedDays.validFrom} desc`);
  return new Map(found.map((one) => [one.stateId, one]));
}

/** The usual days in force today. */
export async function presentDays({ db, now }: Pick<Context, 'db' | 'now'>): Promise<DeedDays[]> {
  const names = await catalogLabels(db, writingStatus);
  return [...(await usualDays(db, panamaDay(now))).values()].map(({ stateId, least, most, validFrom }) => ({
    state: { id: stateId, name: names.get(stateId) ?? '' },
    least,
    most,
    valid_from: validFrom,
  }));
}

/** Changes the usual days of a state from today on; deeds that are in it keep the day they have. Raises 403, 404. */
export async function changeDays(
  ctx: Context,
  stateId: number,
  { minimo: least, maximo: most }: DeedDaysForm,
): Promise<void> {
  requireOfCompany(ctx, 'legal.aprobar');
  const today = panamaDay(ctx.now);
  const before = (await usualDays(ctx.db, today)).get(stateId);
  if (!before) throw notFound();
  await ctx.db
    .insert(deedDays)
    .values({ stateId, least, most, validFrom: today })
    .onConflictDoUpdate({ target: [deedDays.stateId, deedDays.validFrom], set: { least, most } });
  await announce(ctx, { record: 'dias_escritura', id: stateId, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'dias_escritura', stateId, {
    before: { least: before.least, most: before.most },
    after: { least, most },
  });
}
