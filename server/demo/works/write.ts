import { sql } from 'drizzle-orm';
import { DAY_MS } from '#contract/dates.ts';
import { keepStatements } from '#server/kernel/db.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { keepProgress } from '#server/modules/projects/houses/progress.service.ts';
import { deliveryNight } from '#server/modules/works/delivery/delivery.jobs.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { permitsNight } from '#server/modules/works/permits/permits.jobs.ts';
import { contextAt, type Actor } from '../actors.ts';
import { holdDemo } from '../hold.ts';
import { orderNotices, readOldNotices } from '../notices.ts';
import { bill, BILLED } from './accounts.ts';
import { makeContracts } from './contracts.ts';
import { makeCash } from './cash.ts';
import { makeDiary } from './diary.ts';
import { makeHandovers } from './handovers.ts';
import { makeHomes } from './houses.ts';
import { tellNow, tellSteps } from './jobs.ts';
import { makeMaterials } from './materials.ts';
import { makeLoans } from './loans.ts';
import { makePayables } from './payables.ts';
import { makePermits } from './permits.ts';
import { photographs } from './photographs.ts';
import { stampDemo } from './schedule.ts';
import { keepMilestones, moveSales, promiseEarly } from './promised.ts';
import { planSteps } from './steps.ts';
import { LAWYER, type Site } from './telling.ts';
import { answerSurveys, writePastClaims } from './surveys.ts';
import { makeTicketOrders } from './ticketOrders.ts';
import { writeTickets } from './tickets.ts';

/**
 * Writes the demo's works, unless they are there already or the demo was erased meanwhile. What is over is written in
 * bulk, up to each measurement; measurements, payments and what happens now pass through the services.
 */
export async function writeWorks(
  ctx: JobContext,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const { db } = ctx;
  if (!(await holdDemo(db))) return;
  if ((await db.$count(contracts)) > 0) return;
  keepStatements(db);
  const site: Site = {
    now,
    staff,
    at: (daysAgo, actor) =>
      contextAt(
        { core: { services: ctx }, log: ctx.log },
        db,
        staff,
        new Date(now.getTime() - daysAgo * DAY_MS),
        actor,
      ),
  };
  const photos = await photographs(ctx.files);
  const homes = await makeHomes(db, now);
  const drawn = await makeContracts(site, homes);
  const steps = await planSteps(site, drawn);
  for (const [nth, daysAgo] of BILLED.entries()) {
    await tellSteps(site, photos, steps, daysAgo);
    for (const contract of drawn) await bill(site, contract, nth);
  }
  await tellSteps(site, photos, steps, 0);
  await keepMilestones(site);
  const hoursAgo = (hours: number, actor: Actor = LAWYER) => site.at(hours / 24, actor);
  await makePermits(hoursAgo, (daysAgo) =>
    permitsNight.run({ ...ctx, now: new Date(now.getTime() - daysAgo * DAY_MS) }, {}),
  );
  await tellNow(site, photos, steps);
  await keepProgress(db, sql`select house_id from jobs where house_id is not null`);
  for (const { id, houses } of drawn) if (houses.length > 0) await stampDemo(site, id);
  await makeDiary(hoursAgo, now);
  await makeMaterials(hoursAgo);
  await makePayables(hoursAgo);
  await makeLoans(hoursAgo);
  await makeCash(hoursAgo, now);
  await moveSales(site);
  await promiseEarly(site);
  await makeHandovers(site, photos);
  await deliveryNight.run({ ...ctx, now }, {});
  await writePastClaims(site);
  await writeTickets({ core: { services: ctx }, log: ctx.log }, db, staff, now);
  await answerSurveys(site);
  await makeTicketOrders(site, photos);
  await orderNotices(db);
  await readOldNotices(db, now);
}
