import { and, asc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { addMonths, panamaDay } from '#contract/dates.ts';
import {
  computeAccount,
  returnable,
  type AccountMoney,
  type Reception,
} from '#contract/works/accounts/compute.ts';
import { ACCOUNT_STATE, STANDING_STATES, type AccountFacts } from '#contract/works/accounts/rules.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { partnerOf } from '#server/modules/works/contracts/construction.scope.ts';
import {
  guaranteesInForce,
  lockContract,
  whyNotPayContract,
  type Loaded,
} from '#server/modules/works/contracts/standing.service.ts';
import { accountDeductions, accountLines, progressAccounts, retentionMoves } from './accounts.table.ts';

export type LoadedAccount = typeof progressAccounts.$inferSelect;

/** Condition: accounts that take the quantities of their lines. */
export const standing = inArray(progressAccounts.stateId, [...STANDING_STATES]);

/** Locks the contract of an account within the caller's scope, then the account. Raises 404. */
export async function lockAccount(
  ctx: Context,
  id: number,
): Promise<{ contract: Loaded; account: LoadedAccount }> {
  const [found] = await ctx.db
    .select({ contractId: progressAccounts.contractId })
    .from(progressAccounts)
    .where(eq(progressAccounts.id, id));
  if (!found) throw notFound();
  const contract = await lockContract(ctx, found.contractId);
  const [account] = await ctx.db
    .select()
    .from(progressAccounts)
    .where(eq(progressAccounts.id, id))
    .for('no key update');
  return { contract, account: account! };
}

/** Whether the caller signs for a contract's contractor. */
export async function isContractor(ctx: Context, contract: Pick<Loaded, 'contractorId'>): Promise<boolean> {
  return ctx.staff !== null && (await partnerOf(ctx, ctx.staff.userId)) === contract.contractorId;
}

/** Sums over the standing accounts of a contract, without one of them, or those before a number, in centavos. */
export async function billedBefore(
  { db }: Pick<Acting, 'db'>,
  contractId: number,
  without = 0,
  before?: number,
) {
  const sum = (column: 'gross_cents' | 'amortised_cents' | 'retained_cents') =>
    sql<number>`coalesce(sum(${sql.identifier(column)}), 0)::bigint`.mapWith(Number);
  const [sums] = await db
    .select({
      billedCents: sum('gross_cents'),
      amortisedCents: sum('amortised_cents'),
      retainedCents: sum('retained_cents'),
    })
    .from(progressAccounts)
    .where(
      and(
        eq(progressAccounts.contractId, contractId),
        standing,
        ne(progressAccounts.id, without),
        before === undefined ? undefined : lt(progressAccounts.number, before),
      ),
    );
  return sums!;
}

/** The money of an account by its lines and deductions as they are now. */
export async function moneyOf(
  { db }: Pick<Acting, 'db'>,
  contract: Pick<Loaded, 'advanceCents'>,
  account: Pick<
    LoadedAccount,
    'id' | 'contractId' | 'contractCents' | 'advanceBp' | 'retentionBp' | 'itbmsBp' | 'withholdingBp'
  >,
): Promise<AccountMoney> {
  const lines = await db
    .select({ cents: accountLines.cents })
    .from(accountLines)
    .where(and(eq(accountLines.accountId, account.id), sql`${accountLines.dispute} is null`))
    .orderBy(asc(accountLines.id));
  const deductions = await db
    .select({ cents: accountDeductions.amountCents })
    .from(accountDeductions)
    .where(eq(accountDeductions.accountId, account.id));
  const before = await billedBefore({ db }, account.contractId, account.id);
  return computeAccount(
    lines.map(({ cents }) => cents ?? 0),
    { ...account, advanceCents: contract.advanceCents ?? 0 },
    before,
    deductions.map(({ cents }) => cents),
  );
}

/** What the transitions of an account depend on, for the caller. */
export async function factsOf(ctx: Context, contract: Loaded, account: LoadedAccount): Promise<AccountFacts> {
  const me = ctx.staff?.userId;
  const [later] = await ctx.db
    .select({ number: sql<number | null>`max(${progressAccounts.number})::int` })
    .from(progressAccounts)
    .where(
      and(
        eq(progressAccounts.contractId, contract.id),
        standing,
        sql`${progressAccounts.number} > ${account.number}`,
      ),
    );
  return {
    contractor: await isContractor(ctx, contract),
    madeByCaller: account.madeBy === me,
    approvedByCaller: account.approvedBy === me,
    grossCents: account.grossCents,
    netCents: account.netCents,
    laterNumber: later?.number ?? null,
    stops: account.stateId === ACCOUNT_STATE.approved ? await whyNotPayContract(ctx, contract) : [],
  };
}

/** The retention of a contract in centavos: of its paid accounts, what left it, and what may return now. */
export async function retentionOf(
  ctx: Pick<Acting, 'db' | 'now'>,
  contract: Pick<Loaded, 'id' | 'stateId' | 'stateSince' | 'retentionMonths'>,
) {
  const { db } = ctx;
  const found = await row<Record<'retained' | 'returned' | 'taken', string>>(
    db,
    sql`select (select coalesce(sum(retained_cents), 0) from progress_accounts where contract_id = ${contract.id}
        and state_id = ${ACCOUNT_STATE.paid}) retained,
      coalesce(sum(amount_cents) filter (where kind = 'devolucion'), 0) returned,
      coalesce(sum(amount_cents) filter (where kind = 'cargo'), 0) taken
    from ${retentionMoves} where contract_id = ${contract.id}`,
  );
  const sums = {
    retainedCents: Number(found!.retained),
    returnedCents: Number(found!.returned),
    takenCents: Number(found!.taken),
  };
  const reception = await receptionOf(ctx, contract);
  return {
    ...sums,
    reception,
    heldCents: sums.retainedCents - sums.returnedCents - sums.takenCents,
    returnableCents: returnable(sums, reception),
  };
}

/**
 * How far a contract was received. A finished one counts as received at last after its months of guarantee, if its bond
 * for hidden defects (fianza de vicios) covers the day (domain.md §4.6).
 */
async function receptionOf(
  ctx: Pick<Acting, 'db' | 'now'>,
  contract: Pick<Loaded, 'id' | 'stateId' | 'stateSince' | 'retentionMonths'>,
): Promise<Reception> {
  const { finished, accepted, settled } = CONTRACT_STATE;
  if (contract.stateId === accepted || contract.stateId === settled) return 'final';
  if (contract.stateId !== finished) return 'ninguna';
  const today = panamaDay(ctx.now);
  if (contract.stateSince === null || today < guaranteedUntil(contract.stateSince, contract.retentionMonths))
    return 'provisional';
  const covered = (await guaranteesInForce(ctx, contract.id)).some(
    ({ kind, startsOn, endsOn }) => kind === 'vicios' && startsOn <= today && endsOn >= today,
  );
  return covered ? 'final' : 'provisional';
}

/** The day from which the rest of a retention returns without the final reception. */
export const guaranteedUntil = (since: Date, months: number): string => addMonths(panamaDay(since), months);
