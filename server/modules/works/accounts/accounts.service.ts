import { createHash } from 'node:crypto';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { whyNotBill } from '#contract/works/accounts/compute.ts';
import type { AccountStatusChange, DeductionForm, MeasureForm } from '#contract/works/accounts/model.ts';
import { ACCOUNT_STATE, accountMachine, OPEN_STATES } from '#contract/works/accounts/rules.ts';
import { COMMITTED_STATES, CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { reachesContract } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { lockContract, type Loaded } from '#server/modules/works/contracts/standing.service.ts';
import { moveBilledJobs } from '#server/modules/works/jobs/jobs.service.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import {
  factsOf,
  isContractor,
  lockAccount,
  moneyOf,
  retentionOf,
  type LoadedAccount,
} from './accounts.facts.ts';
import { tellDispute, tellStep } from './accounts.notices.ts';
import { paymentOf } from './payment.service.ts';
import { accountDeductions, accountLines, progressAccounts } from './accounts.table.ts';

const S = ACCOUNT_STATE;
/** Basis points of the ITBMS that an agent of the DGI withholds (domain.md §4.6). */
const AGENT_WITHHOLDS_BP = 5000;
const NOTHING = {
  grossCents: 0,
  amortisedCents: 0,
  retainedCents: 0,
  itbmsCents: 0,
  withheldCents: 0,
  netCents: 0,
};

export interface Billable {
  id: number;
  certified: number;
  billed: number;
  done: number;
  billedDone: number;
}

/** Jobs whose approved amount differs from what the standing accounts bill, locked. */
export async function billableJobs({ db }: Context, contractId: number): Promise<Billable[]> {
  await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.contractId, contractId))
    .orderBy(asc(jobs.id))
    .for('no key update');
  const found = await rows<Record<keyof Billable, string | number>>(
    db,
    sql`select j.id, j.certified_cents certified, coalesce(b.cents, 0) billed,
        coalesce(j.approved_quantity, j.approved_bp / 100.0) done, coalesce(b.done, 0) "billedDone"
      from jobs j left join lateral (select sum(l.cents) cents, sum(l.to_done - l.from_done) done from account_lines l
        join progress_accounts a on a.id = l.account_id
        where l.job_id = j.id and l.dispute is null and a.state_id <= ${S.paid}) b on true
      where j.contract_id = ${contractId} and j.certified_cents <> coalesce(b.cents, 0) order by j.id`,
  );
  return found.map((one) => ({
    id: Number(one.id),
    certified: Number(one.certified),
    billed: Number(one.billed),
    done: Number(one.done),
    billedDone: Number(one.billedDone),
  }));
}

/**
 * Measures a contract: a draft account with all that is approved and not billed, a fall as a negative line. Raises 404,
 * 409 STALE or QUANTITY_TAKEN, 422 with the reason.
 */
export async function measure(ctx: Context, contractId: number, form: MeasureForm): Promise<number> {
  const contract = await lockContract(ctx, contractId, 'contratos.aprobar');
  if (form.version !== undefined && form.version !== contract.version)
    throw conflict('STALE', undefined, { version: contract.version });
  if (![...COMMITTED_STATES, CONTRACT_STATE.rescinded].includes(contract.stateId))
    throw transitionRefused('Se mide un contrato que está o estuvo vigente.');
  const [last] = await ctx.db
    .select({ number: progressAccounts.number, stateId: progressAccounts.stateId })
    .from(progressAccounts)
    .where(eq(progressAccounts.contractId, contractId))
    .orderBy(desc(progressAccounts.number))
    .limit(1);
  if (last && last.stateId < S.approved)
    throw conflict(
      'QUANTITY_TAKEN',
      `La cuenta ${last.number} ya tomó lo aprobado y sigue abierta: apruébala o anúlala antes de medir otra vez.`,
    );
  const list = await billableJobs(ctx, contractId);
  const why = whyNotBill(list.map(({ certified, billed }) => certified - billed));
  if (why) throw transitionRefused(why);
  const terms = {
    contractCents: contract.amountCents ?? 0,
    advanceBp: contract.advanceBp,
    retentionBp: contract.retentionBp,
    itbmsBp: contract.itbmsBp,
    withholdingBp: (form.payer_withholds ?? (await payerWithholds(ctx, contract))) ? AGENT_WITHHOLDS_BP : 0,
  };
  const { userId } = staffOf(ctx);
  try {
    const [made] = await ctx.db
      .insert(progressAccounts)
      .values({
        contractId,
        number: (last?.number ?? 0) + 1,
        measuredOn: panamaDay(ctx.now),
        ...terms,
        ...NOTHING,
        madeBy: userId,
        createdAt: ctx.now,
      })
      .returning();
    await ctx.db.insert(accountLines).values(
      list.map(({ id, certified, billed, done, billedDone }) => ({
        accountId: made!.id,
        jobId: id,
        fromDone: billedDone,
        toDone: done,
        fromCents: billed,
        toCents: certified,
      })),
    );
    await compute(ctx, contract, made!);
    await moveJobs(ctx, contract, made!.id, [JOB_STATE.approved], JOB_STATE.inAccount);
    await announce(ctx, {
      record: 'cuenta_obra',
      id: made!.id,
      from: null,
      to: S.draft,
      of: ['contrato', contractId],
    });
    await audit(ctx, 'crear', 'cuenta_obra', made!.id, { contract: contractId, lines: list.length });
    return made!.id;
  } catch (error) {
    const constraint = violatedConstraint(error) ?? '';
    if (
      !['progress_accounts_one_open', 'progress_accounts_number', 'account_lines_taken'].includes(constraint)
    )
      throw error;
    throw conflict('QUANTITY_TAKEN', 'Otra cuenta acaba de tomar lo aprobado de este contrato.');
  }
}

/**
 * Whether the payer withholds ITBMS: as the contractor says, else as the payer says, else as in the payer's last account
 * of any contract.
 */
async function payerWithholds({ db }: Context, contract: Loaded): Promise<boolean> {
  const said = await db
    .select({ id: partners.id, itbms: partners.itbmsWithholding })
    .from(partners)
    .where(inArray(partners.id, [contract.contractorId, contract.contractingPartyId]));
  const of = (id: number) => said.find((one) => one.id === id)?.itbms ?? null;
  const rule = of(contract.contractorId) ?? of(contract.contractingPartyId);
  if (rule !== null) return rule === 'retiene';
  const [last] = await db
    .select({ bp: progressAccounts.withholdingBp })
    .from(progressAccounts)
    .innerJoin(contracts, eq(contracts.id, progressAccounts.contractId))
    .where(eq(contracts.contractingPartyId, contract.contractingPartyId))
    .orderBy(desc(progressAccounts.id))
    .limit(1);
  return (last?.bp ?? 0) > 0;
}

/** Writes the money of an account by its lines and deductions. Raises 422 when deductions exceed what is left. */
async function compute(ctx: Context, contract: Loaded, account: LoadedAccount): Promise<void> {
  const money = await moneyOf(ctx, contract, account);
  if (money.netCents < 0)
    throw invalid([
      { field: 'amount_centavos', message: 'Los descuentos pasan de lo que se paga en esta cuenta.' },
    ]);
  // Disputes may leave only what fell: then nothing is paid, and the account can only be voided.
  if (money.grossCents < 0)
    throw transitionRefused(
      'Sin esa línea la cuenta queda por debajo de cero: pide que la anulen y midan otra vez.',
    );
  await ctx.db
    .update(progressAccounts)
    .set({ ...money, version: sql`${progressAccounts.version} + 1` })
    .where(eq(progressAccounts.id, account.id));
}

/** Moves the jobs of an account's lines from states to a state; `only`: one line. */
async function moveJobs(
  ctx: Context,
  contract: Pick<Loaded, 'id'>,
  accountId: number,
  from: readonly number[],
  to: number,
  only?: number,
): Promise<void> {
  const found = await ctx.db
    .select({ id: accountLines.jobId })
    .from(accountLines)
    .where(
      and(
        eq(accountLines.accountId, accountId),
        only === undefined ? sql`${accountLines.dispute} is null` : eq(accountLines.id, only),
      ),
    );
  await moveBilledJobs(
    ctx,
    contract.id,
    found.map(({ id }) => id),
    from,
    to,
  );
}

/**
 * Moves an account: sent, countersigned, approved, paid, reversed or voided. Raises 404, 403, 409 STALE, 422 with the
 * reason or at `params[…]`.
 */
export async function changeAccountState(
  ctx: Context,
  id: number,
  { fecha, banco, cuenta_id, referencia, ...change }: AccountStatusChange,
): Promise<void> {
  const { contract, account } = await lockAccount(ctx, id);
  // Of two payments at once the second reads what the first wrote.
  if (change.estado_id === S.paid && account.stateId === S.paid)
    throw conflict('STALE', 'Esta cuenta ya está pagada.', {
      estado_id: account.stateId,
      version: account.version,
    });
  const facts = await factsOf(ctx, contract, account);
  checkTransition(accountMachine, account, change, facts, (permission) =>
    reachesContract(ctx, permission, contract),
  );
  const to = change.estado_id;
  const { userId } = staffOf(ctx);
  await ctx.db
    .update(progressAccounts)
    .set({
      stateId: to,
      version: account.version + 1,
      ...(to === S.countersigned && {
        countersignedBy: userId,
        countersignedAt: ctx.now,
        countersignedHash: await hashOf(ctx, account),
      }),
      ...(to === S.approved && { approvedBy: userId, approvedAt: ctx.now }),
      ...(to === S.paid && {
        ...(await paymentOf(ctx, contract, account, { fecha, banco, cuenta_id, referencia })),
        paidBy: userId,
      }),
      ...((to === S.reversed || to === S.voided) && { endReason: change.motivo }),
    })
    .where(eq(progressAccounts.id, id));
  if (to === S.paid) await moveJobs(ctx, contract, id, [JOB_STATE.inAccount], JOB_STATE.paid);
  if (to === S.reversed || to === S.voided)
    await moveJobs(ctx, contract, id, [JOB_STATE.inAccount, JOB_STATE.paid], JOB_STATE.approved);
  if (to === S.reversed) await checkReversal(ctx, contract);
  await announce(ctx, {
    record: 'cuenta_obra',
    id,
    from: account.stateId,
    to,
    of: ['contrato', contract.id],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', 'cuenta_obra', id, { from: account.stateId, to });
  await tellStep(ctx, contract, account, to);
}

/** The database checks it at the end; this says why. */
async function checkReversal(ctx: Context, contract: Loaded): Promise<void> {
  const { heldCents } = await retentionOf(ctx, contract);
  if (heldCents < 0)
    throw transitionRefused(
      'De lo retenido en esta cuenta ya se devolvió o se cargó una parte: no se puede reversar.',
    );
}

/** Columns of an account that a contractor countersigns, in the order in which they are hashed. */
const COUNTERSIGNED = [
  'contractId',
  'number',
  'grossCents',
  'amortisedCents',
  'retainedCents',
  'itbmsCents',
  'withheldCents',
  'deductionsCents',
  'netCents',
] as const;

/** SHA-256 of what a contractor countersigns: the money and each line. */
async function hashOf({ db }: Context, account: LoadedAccount): Promise<string> {
  const lines = await db
    .select({
      job: accountLines.jobId,
      from: accountLines.fromCents,
      to: accountLines.toCents,
      dispute: accountLines.dispute,
    })
    .from(accountLines)
    .where(eq(accountLines.accountId, account.id))
    .orderBy(asc(accountLines.id));
  return createHash('sha256')
    .update(JSON.stringify([...COUNTERSIGNED.map((column) => account[column]), lines]))
    .digest('hex');
}

/** The contractor disputes a line: it does not count, the others go on. Raises 403, 404, 422 with the reason. */
export async function dispute(ctx: Context, id: number, lineId: number, reason: string): Promise<void> {
  const { contract, account } = await lockAccount(ctx, id);
  if (!(await isContractor(ctx, contract))) throw forbidden();
  if (account.stateId !== S.sent)
    throw transitionRefused('Una línea se disputa mientras la cuenta espera tu refrendo.');
  const [line] = await ctx.db
    .update(accountLines)
    .set({ dispute: reason, disputedBy: staffOf(ctx).userId })
    .where(
      and(eq(accountLines.id, lineId), eq(accountLines.accountId, id), sql`${accountLines.dispute} is null`),
    )
    .returning({ id: accountLines.id });
  if (!line) throw notFound();
  await compute(ctx, contract, account);
  await moveJobs(ctx, contract, id, [JOB_STATE.inAccount], JOB_STATE.approved, lineId);
  await announce(ctx, { record: 'cuenta_obra', id, verb: 'cambiar', of: ['contrato', contract.id] });
  await audit(ctx, 'cambiar', 'cuenta_obra', id, { line: lineId, dispute: reason });
  await tellDispute(ctx, contract, account, lineId, reason);
}

async function lockForDeduction(ctx: Context, id: number) {
  const found = await lockAccount(ctx, id);
  if (!reachesContract(ctx, 'contratos.aprobar', found.contract)) throw notFound();
  if (!OPEN_STATES.includes(found.account.stateId))
    throw transitionRefused('Los descuentos se cambian antes de que el contratista refrende la cuenta.');
  return found;
}

/** Deducts an amount from an account that is not countersigned. Returns the deduction's id. Raises 404, 422. */
export async function deduct(ctx: Context, id: number, form: DeductionForm): Promise<number> {
  const { contract, account } = await lockForDeduction(ctx, id);
  const { amount_centavos: amountCents, kind, reason, paper } = form;
  const [made] = await ctx.db
    .insert(accountDeductions)
    .values({
      accountId: id,
      kind,
      reason,
      paper,
      amountCents,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: accountDeductions.id });
  await compute(ctx, contract, account);
  await announce(ctx, { record: 'cuenta_obra', id, verb: 'cambiar', of: ['contrato', contract.id] });
  await audit(ctx, 'cambiar', 'cuenta_obra', id, { added: { kind, reason, paper, amountCents } });
  return made!.id;
}

/** Takes a deduction back. Raises 404, 422. */
export async function undeduct(ctx: Context, id: number, deductionId: number): Promise<void> {
  const { contract, account } = await lockForDeduction(ctx, id);
  const gone = await ctx.db
    .delete(accountDeductions)
    .where(and(eq(accountDeductions.id, deductionId), eq(accountDeductions.accountId, id)))
    .returning();
  if (gone.length === 0) throw notFound();
  await compute(ctx, contract, account);
  await announce(ctx, { record: 'cuenta_obra', id, verb: 'cambiar', of: ['contrato', contract.id] });
  await audit(ctx, 'cambiar', 'cuenta_obra', id, { removed: gone[0] });
}
