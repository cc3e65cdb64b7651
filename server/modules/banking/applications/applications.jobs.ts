import { and, asc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, daysBetween, panamaDay } from '#contract/dates.ts';
import { LETTER_ALERTS } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { audit } from '#server/kernel/audit.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { tellLetterEnds, tellProcessor } from './notices.service.ts';
import { moveApplication } from './applications.service.ts';
import { bankApplications } from './applications.table.ts';
import { promiseLetters } from './letters.table.ts';

const SALE_COLUMNS = { id: sales.id, projectId: sales.projectId, processorId: sales.processorId };
/** Days behind which a missed follow-up is not told anew each night. */
const TOLD_WITHIN = 4;

const lettersWhere = (ctx: JobContext, until: string, after?: string) =>
  ctx.db
    .select({ application: bankApplications, letter: promiseLetters, sale: SALE_COLUMNS })
    .from(promiseLetters)
    .innerJoin(bankApplications, eq(bankApplications.id, promiseLetters.applicationId))
    .innerJoin(sales, eq(sales.id, bankApplications.saleId))
    .where(
      and(
        eq(bankApplications.stateId, APPLICATION.letter),
        lte(promiseLetters.expiresOn, until),
        after === undefined ? undefined : gte(promiseLetters.expiresOn, after),
      ),
    )
    .orderBy(asc(promiseLetters.id))
    .for('no key update', { of: [bankApplications, promiseLetters], skipLocked: true });

/** Letters past their last day: 8→11, and processor and lawyers hear it. */
async function expireLetters(ctx: JobContext, today: string): Promise<number> {
  const found = await lettersWhere(ctx, addDays(today, -1));
  for (const { application, letter, sale } of found) {
    await moveApplication(ctx, application, APPLICATION.letterExpired);
    await audit(ctx, 'vencer', 'carta_promesa', application.id, { expiresOn: letter.expiresOn });
    await tellLetterEnds(ctx, { ...letter, bankId: application.bankId }, sale, -1);
  }
  return found.length;
}

/** 30, 15 and 7 days before: each once for an expiry; after a missed night only the nearest. */
async function warnLetters(ctx: JobContext, today: string): Promise<number> {
  const found = await lettersWhere(ctx, addDays(today, LETTER_ALERTS[0]), today);
  let told = 0;
  for (const { application, letter, sale } of found) {
    const left = daysBetween(today, letter.expiresOn);
    const alert = LETTER_ALERTS.filter((days) => left <= days).at(-1);
    if (alert === undefined || (letter.warnedDays !== null && letter.warnedDays <= alert)) continue;
    await ctx.db.update(promiseLetters).set({ warnedDays: alert }).where(eq(promiseLetters.id, letter.id));
    await tellLetterEnds(ctx, { ...letter, bankId: application.bankId }, sale, left);
    told += 1;
  }
  return told;
}

/** Pre-approvals past their last day: 5→3, the bank has to look at it again (decisions/0023). */
async function expirePreapprovals(ctx: JobContext, today: string): Promise<number> {
  const found = await ctx.db
    .select({ application: bankApplications, sale: SALE_COLUMNS })
    .from(bankApplications)
    .innerJoin(sales, eq(sales.id, bankApplications.saleId))
    .where(
      and(
        eq(bankApplications.stateId, APPLICATION.preapproved),
        lt(bankApplications.preapprovedUntil, today),
      ),
    )
    .for('no key update', { of: bankApplications, skipLocked: true });
  for (const { application, sale } of found) {
    await moveApplication(
      ctx,
      application,
      APPLICATION.analysis,
      { preapprovedUntil: null },
      'La preaprobación venció.',
    );
    await audit(ctx, 'vencer', 'solicitud', application.id, { until: application.preapprovedUntil });
    await tellProcessor(ctx, application, sale, {
      text: (bank, customer) => `Venció la preaprobación de ${bank} · ${customer}`,
      event: `preaprobacion:${application.preapprovedUntil}`,
    });
  }
  return found.length;
}

/** Follow-ups that became due: their processor hears it once for each. */
async function tellFollowUps(ctx: JobContext, today: string): Promise<number> {
  const found = await ctx.db
    .select({ application: bankApplications, sale: SALE_COLUMNS })
    .from(bankApplications)
    .innerJoin(sales, eq(sales.id, bankApplications.saleId))
    .where(
      and(
        sql`${bankApplications.followUpDueOn} is not null`,
        gte(bankApplications.followUpDueOn, addDays(today, -TOLD_WITHIN)),
        lte(bankApplications.followUpDueOn, today),
      ),
    );
  for (const { application, sale } of found)
    await tellProcessor(ctx, application, sale, {
      text: (bank, customer) => `Pregunta a ${bank} cómo va la solicitud · ${customer}`,
      event: `seguimiento:${application.followUpDueOn}`,
    });
  return found.length;
}

/** Each night (domain.md §3): letters, pre-approvals, alerts, follow-ups. Safe to run twice. */
export const bankNight = job({
  name: 'mortgage.night',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const done = {
      expired: await expireLetters(ctx, today),
      warned: await warnLetters(ctx, today),
      preapprovals: await expirePreapprovals(ctx, today),
      followUps: await tellFollowUps(ctx, today),
    };
    ctx.log.info(done, 'bank applications');
  },
});
