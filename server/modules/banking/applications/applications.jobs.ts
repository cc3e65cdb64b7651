import { and, asc, eq, gte, inArray, lt, lte } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, panamaDay } from '#contract/dates.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { audit } from '#server/kernel/audit.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { lockSalesOf } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { moveApplication } from './applications.service.ts';
import { bankApplications } from './applications.table.ts';
import { tellProcessor } from './notices.service.ts';

/** Days behind which a missed follow-up is not told anew each night. */
const TOLD_WITHIN = 4;

const withSales = ({ db }: JobContext) =>
  db
    .select({
      application: bankApplications,
      sale: { id: sales.id, projectId: sales.projectId, processorId: sales.processorId },
    })
    .from(bankApplications)
    .innerJoin(sales, eq(sales.id, bankApplications.saleId));

/** Pre-approvals past their last day: 5→3, the bank has to look at it again (decisions/0023). */
async function expirePreapprovals(ctx: JobContext, today: string): Promise<number> {
  const ended = and(
    eq(bankApplications.stateId, APPLICATION.preapproved),
    lt(bankApplications.preapprovedUntil, today),
  );
  const saleIds = ctx.db.select({ id: bankApplications.saleId }).from(bankApplications).where(ended);
  let expired = 0;
  for await (const batch of lockSalesOf(ctx.db, saleIds)) {
    const found = await withSales(ctx)
      .where(and(ended, inArray(bankApplications.saleId, batch)))
      .orderBy(asc(bankApplications.saleId), asc(bankApplications.id))
      .for('no key update', { of: bankApplications });
    for (const { application, sale } of found) {
      const reason = 'La preaprobación venció.';
      await moveApplication(ctx, application, APPLICATION.analysis, { preapprovedUntil: null }, reason);
      await audit(ctx, 'vencer', 'solicitud', application.id, { until: application.preapprovedUntil });
      await tellProcessor(ctx, application, sale, {
        text: (bank, customer) => `Venció la preaprobación de ${bank} · ${customer}`,
        event: `preaprobacion:${application.preapprovedUntil}`,
      });
    }
    expired += found.length;
  }
  return expired;
}

/** Follow-ups that became due: their processor hears it once for each. */
async function tellFollowUps(ctx: JobContext, today: string): Promise<number> {
  const found = await withSales(ctx).where(
    and(
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

/** Each night (domain.md §3): pre-approvals that ended, follow-ups that are due. Safe to run twice. */
export const applicationsNight = job({
  name: 'bankApplications.night',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const done = {
      preapprovals: await expirePreapprovals(ctx, today),
      followUps: await tellFollowUps(ctx, today),
    };
    ctx.log.info(done, 'bank applications');
  },
});
