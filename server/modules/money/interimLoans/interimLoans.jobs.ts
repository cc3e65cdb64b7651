import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { EXPIRY_DAYS, LOAN_STATE as L } from '#contract/money/interimLoans/rules.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { keepInterest, type Loan } from './interest.service.ts';
import { balanceOf, LOAN, loanName, loanUrl } from './interimLoans.service.ts';
import { interimLoans } from './interimLoans.table.ts';

/** Tells once of each end that is near while capital is owed. */
async function warn(ctx: JobContext, loan: Loan, today: string): Promise<boolean> {
  const near = loan.endsOn <= addDays(today, EXPIRY_DAYS) && balanceOf(loan) > 0;
  if (!near || loan.warnedOf === loan.endsOn) return false;
  await ctx.db.update(interimLoans).set({ warnedOf: loan.endsOn }).where(eq(interimLoans.id, loan.id));
  await notify(ctx, {
    kind: 'prestamo_por_vencer',
    to: [
      ...(await whoMay(ctx.db, 'contabilidad.crear', loan.projectId)),
      ...(await whoMay(ctx.db, 'contabilidad.aprobar', loan.projectId)),
    ],
    text: `El préstamo ${await loanName(ctx, loan)} vence el ${showDay(loan.endsOn)} y se deben ${formatMoney(balanceOf(loan))}.`,
    url: loanUrl(loan.id),
    event: `${LOAN}:${loan.id}:vence:${loan.endsOn}`,
  });
  return true;
}

/** Each night: keeps the interest of ended months, and tells of ends that are near. Safe to run twice. */
export const loansNight = job({
  name: 'interimLoans.night',
  payload: z.object({}),
  cron: '25 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const loans = await ctx.db
      .select()
      .from(interimLoans)
      .where(eq(interimLoans.stateId, L.inForce))
      .orderBy(asc(interimLoans.id))
      .for('no key update');
    let months = 0;
    let told = 0;
    for (const loan of loans) {
      months += await keepInterest(ctx, loan);
      if (await warn(ctx, loan, today)) told += 1;
    }
    ctx.log.info({ months, told }, 'interim loans');
  },
});
