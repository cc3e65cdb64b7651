import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import { z } from 'zod';
import { LETTER_ALERTS } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { addDays, daysBetween, panamaDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { moveApplication } from '#server/modules/banking/applications/applications.service.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { tellLetterEnds } from '#server/modules/banking/applications/notices.service.ts';
import { changeLetter } from '#server/modules/banking/applications/promiseLetters.service.ts';
import { promiseLetters } from '#server/modules/banking/applications/promiseLetters.table.ts';
import { lockSalesOf } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Letters in force whose last day is one of these, locked with their applications after their sales, a batch at a time. */
async function* lockLetters({ db }: JobContext, { from = '0001-01-01', to }: { from?: string; to: string }) {
  const due = and(
    eq(bankApplications.stateId, APPLICATION.letter),
    gte(promiseLetters.expiresOn, from),
    lte(promiseLetters.expiresOn, to),
  );
  const ofLetter = eq(bankApplications.id, promiseLetters.applicationId);
  const saleIds = db
    .select({ id: bankApplications.saleId })
    .from(bankApplications)
    .innerJoin(promiseLetters, ofLetter)
    .where(due);
  for await (const batch of lockSalesOf(db, saleIds))
    yield* await db
      .select({
        application: bankApplications,
        letter: promiseLetters,
        sale: { id: sales.id, projectId: sales.projectId, processorId: sales.processorId },
      })
      .from(bankApplications)
      .innerJoin(promiseLetters, ofLetter)
      .innerJoin(sales, eq(sales.id, bankApplications.saleId))
      .where(and(due, inArray(bankApplications.saleId, batch)))
      .orderBy(asc(bankApplications.saleId), asc(bankApplications.id))
      .for('no key update', { of: [bankApplications, promiseLetters] });
}

/** Letters past their last day: 8→11, and processor and lawyers hear it. Answers how many. */
async function expireLetters(ctx: JobContext, today: string): Promise<number> {
  let expired = 0;
  for await (const { application, letter, sale } of lockLetters(ctx, { to: addDays(today, -1) })) {
    await moveApplication(ctx, application, APPLICATION.letterExpired);
    await audit(ctx, 'vencer', 'carta_promesa', application.id, { expiresOn: letter.expiresOn });
    await tellLetterEnds(ctx, { ...letter, bankId: application.bankId }, sale, -1);
    expired += 1;
  }
  return expired;
}

/** 30, 15 and 7 days before: each once for an expiry; after a missed night only the nearest. Answers how many were told. */
async function warnLetters(ctx: JobContext, today: string): Promise<number> {
  let told = 0;
  const soon = { from: today, to: addDays(today, LETTER_ALERTS[0]) };
  for await (const { application, letter, sale } of lockLetters(ctx, soon)) {
    const left = daysBetween(today, letter.expiresOn);
    const alert = LETTER_ALERTS.filter((days) => left <= days).at(-1);
    if (alert === undefined || (letter.warnedDays !== null && letter.warnedDays <= alert)) continue;
    await changeLetter(ctx, letter.id, { warnedDays: alert });
    await tellLetterEnds(ctx, { ...letter, bankId: application.bankId }, sale, left);
    told += 1;
  }
  return told;
}

/** Each night: letters that ended, and those that soon will (domain.md §3). Safe to run twice. */
export const lettersNight = job({
  name: 'letters.night',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const done = { expired: await expireLetters(ctx, today), warned: await warnLetters(ctx, today) };
    ctx.log.info(done, 'letters of promise');
  },
});
