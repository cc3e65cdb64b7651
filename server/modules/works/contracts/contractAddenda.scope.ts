import { and, sql } from 'drizzle-orm';
import { CONTRACT_ADDENDUM } from '#contract/works/contracts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { contractsInReach } from './construction.scope.ts';
import { contractAddenda } from './contractAddenda.table.ts';

/** Addenda of the caller's contracts. A contractor sees those that were signed. */
export const addendaInReach = (ctx: Pick<Context, 'staff'>) =>
  and(
    contractsInReach(ctx, 'contratos.ver'),
    ctx.staff?.colleague ? undefined : sql`${contractAddenda.stateId} = ${CONTRACT_ADDENDUM.signed}`,
  );
