import { and, sql } from 'drizzle-orm';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { progressAccounts } from './accounts.table.ts';

/** Accounts of the caller's contracts. A contractor does not see a draft that the office has not sent. */
export const accountsInReach = (ctx: Pick<Context, 'staff'>) =>
  and(
    contractsInReach(ctx, 'contratos.ver'),
    ctx.staff?.colleague ? undefined : sql`${progressAccounts.stateId} <> ${ACCOUNT_STATE.draft}`,
  );
