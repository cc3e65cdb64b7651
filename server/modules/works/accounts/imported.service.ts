import { asc, eq, inArray } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import { shares } from '#contract/works/contracts/allocation.ts';
import { ACCOUNT_STATE as S } from '#contract/works/accounts/rules.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import {
  clearImportedAdvance,
  importAdvance,
  type ImportedAdvance,
} from '#server/modules/works/contracts/imported.service.ts';
import { lockContract, type Loaded } from '#server/modules/works/contracts/standing.service.ts';
import { moveBilledJobs } from '#server/modules/works/jobs/jobs.service.ts';
import { billedBefore } from './accounts.facts.ts';
import { billableJobs, type Billable } from './accounts.service.ts';
import { accountDeductions, accountLines, progressAccounts, retentionMoves } from './accounts.table.ts';

/** An account of the time before the system. Amounts are centavos; `paid`: when and how it was paid. */
export interface ImportedAccount {
  row: number;
  number: number;
  measuredOn: string;
  grossCents: number;
  amortisedCents: number;
  retainedCents: number;
  itbmsCents: number;
  withheldCents: number;
  deductionsCents: number;
  paid: { on: string; bank: string; reference: string } | null;
}

/**
 * Takes over the advance and the accounts of a contract, the earliest first; the ids by row. An account takes of each job
 * in proportion to what is approved and not billed. A sentence instead when the contract cannot take them; then the caller
 * rolls back.
 */
export async function importAccounts(
  ctx: Context,
  contractId: number,
  advance: ImportedAdvance | null,
  list: readonly ImportedAccount[],
): Promise<Map<number, number> | { row: number; why: string }> {
  const contract = await lockContract(ctx, contractId, 'contratos.aprobar');
  const made = new Map<number, number>();
  if (advance) await importAdvance(ctx, contractId, advance);
  const advanceCents = advance?.cents ?? contract.advanceCents ?? 0;
  for (const one of list.toSorted((a, b) => a.number - b.number)) {
    const before = await billedBefore(ctx, contractId);
    if (before.amortisedCents + one.amortisedCents > advanceCents)
      return { row: one.row, why: `amortiza más que el anticipo pagado, ${formatMoney(advanceCents)}` };
    const rest = (await billableJobs(ctx, contractId)).filter(({ certified, billed }) => certified > billed);
    const free = rest.reduce((sum, { certified, billed }) => sum + certified - billed, 0);
    if (one.grossCents > free)
      return { row: one.row, why: `de lo aprobado solo quedan ${formatMoney(free)} sin facturar` };
    made.set(one.row, await importAccount(ctx, contract, one, rest));
  }
  return made;
}

async function importAccount(
  ctx: Context,
  contract: Loaded,
  one: ImportedAccount,
  rest: readonly Billable[],
): Promise<number> {
  const { row: _, number, measuredOn, paid, deductionsCents, ...money } = one;
  const [account] = await ctx.db
    .insert(progressAccounts)
    .values({
      ...money,
      contractId: contract.id,
      number,
      measuredOn,
      contractCents: contract.amountCents ?? 0,
      advanceBp: contract.advanceBp,
      retentionBp: contract.retentionBp,
      itbmsBp: contract.itbmsBp,
      withholdingBp:
        money.itbmsCents === 0 ? 0 : Math.round((money.withheldCents * 10_000) / money.itbmsCents),
      deductionsCents,
      netCents: netOf(one),
      imported: true,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: progressAccounts.id });
  const { id } = account!;
  const takes = shares(
    one.grossCents,
    rest.map(({ certified, billed }) => certified - billed),
  );
  const lines = rest.map((job, at) => ({ job, toCents: job.billed + takes[at]! })).filter(({ job, toCents }) => toCents > job.billed); // prettier-ignore
  await ctx.db.insert(accountLines).values(
    lines.map(({ job, toCents }) => ({
      accountId: id,
      jobId: job.id,
      fromDone: job.billedDone,
      toDone: Math.round((job.done * toCents * 1000) / job.certified) / 1000,
      fromCents: job.billed,
      toCents,
    })),
  );
  if (deductionsCents > 0)
    await ctx.db.insert(accountDeductions).values({
      accountId: id,
      kind: 'otro',
      reason: 'Del sistema anterior',
      paper: 'Importado',
      amountCents: deductionsCents,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    });
  const to = paid ? S.paid : S.approved;
  await ctx.db
    .update(progressAccounts)
    .set({
      stateId: to,
      ...(paid && { paidOn: paid.on, paidBank: paid.bank, paidReference: paid.reference }),
    })
    .where(eq(progressAccounts.id, id));
  await moveBilledJobs(
    ctx,
    contract.id,
    lines.flatMap(({ job, toCents }) => (toCents === job.certified ? [job.id] : [])),
    [JOB_STATE.approved],
    paid ? JOB_STATE.paid : JOB_STATE.inAccount,
  );
  await announce(ctx, { record: 'cuenta_obra', id, from: null, to, of: ['contrato', contract.id] });
  await audit(ctx, 'importar', 'cuenta_obra', id, { contract: contract.id, number });
  return id;
}

/** What is paid of an account of the time before. */
export const netOf = (one: Omit<ImportedAccount, 'row' | 'number' | 'measuredOn' | 'paid'>): number =>
  one.grossCents -
  one.amortisedCents -
  one.retainedCents +
  one.itbmsCents -
  one.withheldCents -
  one.deductionsCents;

/**
 * Removes imported accounts, and the advances of the given contracts, while nothing followed them. False: something did,
 * and nothing was written.
 */
export async function removeImportedAccounts(
  ctx: Context,
  ids: readonly number[],
  advances: ReadonlySet<number>,
): Promise<boolean> {
  const found = await ctx.db
    .select()
    .from(progressAccounts)
    .where(inArray(progressAccounts.id, [...ids]))
    .orderBy(asc(progressAccounts.id));
  const contractIds = [...new Set(found.map(({ contractId }) => contractId))].toSorted((a, b) => a - b);
  for (const id of contractIds) {
    await lockContract(ctx, id, 'contratos.aprobar');
    const kept = await ctx.db
      .select({ id: progressAccounts.id, imported: progressAccounts.imported, version: progressAccounts.version })
      .from(progressAccounts)
      .where(eq(progressAccounts.contractId, id)); // prettier-ignore
    if (kept.some((one) => !ids.includes(one.id) || !one.imported || one.version > 1)) return false;
    if ((await ctx.db.$count(retentionMoves, eq(retentionMoves.contractId, id))) > 0) return false;
  }
  for (const contractId of contractIds) {
    const mine = found.filter((one) => one.contractId === contractId).map(({ id }) => id);
    const jobs = await ctx.db
      .select({ id: accountLines.jobId })
      .from(accountLines)
      .where(inArray(accountLines.accountId, mine));
    await ctx.db.delete(accountLines).where(inArray(accountLines.accountId, mine));
    await ctx.db.delete(accountDeductions).where(inArray(accountDeductions.accountId, mine));
    await ctx.db.delete(progressAccounts).where(inArray(progressAccounts.id, mine));
    await moveBilledJobs(
      ctx,
      contractId,
      jobs.map(({ id }) => id),
      [JOB_STATE.inAccount, JOB_STATE.paid],
      JOB_STATE.approved,
    );
    if (advances.has(contractId)) await clearImportedAdvance(ctx, contractId);
    await announce(ctx, { record: 'contrato', id: contractId, verb: 'cambiar' });
    await audit(ctx, 'deshacer importación', 'contrato', contractId, { accounts: mine.length });
  }
  return true;
}
