import { and, eq, sql } from 'drizzle-orm';
import { ACCOUNT_STATE as S } from '#contract/works/accounts/rules.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import { moveBilledJobs } from '#server/modules/works/jobs/jobs.service.ts';
import { lockAccount, retentionOf } from './accounts.facts.ts';
import { accountLines, progressAccounts } from './accounts.table.ts';

/**
 * The bank returned the payment of an account: it is approved and owed again. Raises 404, 422 when its retention went
 * elsewhere meanwhile, or it is not paid.
 */
export async function returnPayment(ctx: Context, id: number, reason: string): Promise<void> {
  const { contract, account } = await lockAccount(ctx, id);
  if (account.stateId !== S.paid) throw transitionRefused('La cuenta no está pagada.');
  await ctx.db
    .update(progressAccounts)
    .set({
      stateId: S.approved,
      version: account.version + 1,
      paidOn: null,
      paidBank: null,
      paidFromId: null,
      paidReference: null,
      paidBy: null,
    })
    .where(eq(progressAccounts.id, id));
  const lines = await ctx.db
    .select({ id: accountLines.jobId })
    .from(accountLines)
    .where(and(eq(accountLines.accountId, id), sql`${accountLines.dispute} is null`));
  await moveBilledJobs(
    ctx,
    contract.id,
    lines.map((line) => line.id),
    [JOB_STATE.paid],
    JOB_STATE.inAccount,
  );
  // The database checks it at the end; this says why.
  if ((await retentionOf(ctx, contract)).heldCents < 0)
    throw transitionRefused('De lo retenido en esta cuenta ya se devolvió o se cargó una parte.');
  await announce(ctx, {
    record: 'cuenta_obra',
    id,
    from: S.paid,
    to: S.approved,
    of: ['contrato', contract.id],
    reason,
  });
  await audit(ctx, 'cambiar_estado', 'cuenta_obra', id, { from: S.paid, to: S.approved, reason });
}
