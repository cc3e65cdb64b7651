import { and, eq, inArray, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Permission } from '#contract/access.ts';
import type { FieldError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import type { LoanForm } from '#contract/money/interimLoans/model.ts';
import {
  DRAWDOWN_STATE,
  LOAN_PAYMENT_STATE,
  LOAN_STATE as L,
  loanMachine,
  RELEASE_STATE,
  type LoanFacts,
} from '#contract/money/interimLoans/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { anyOf, row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { keepInterest, type Loan } from './interest.service.ts';
import { loansInReach, reachesLoan } from './interimLoans.scope.ts';
import { interimLoanRates, interimLoans, interimReleasePrices } from './interimLoans.table.ts';

export const LOAN = 'prestamo_interino';
export const loanUrl = (id: number) => `/oficina/prestamos-interinos/${id}`;
/** What is owed of the capital, in centavos. */
export const balanceOf = (loan: Pick<Loan, 'drawnCents' | 'repaidCents'>) =>
  loan.drawnCents - loan.repaidCents;
/** What can still be asked for, in centavos. */
export const availableOf = (loan: Pick<Loan, 'limitCents' | 'heldCents' | 'repaidCents' | 'revolving'>) =>
  loan.limitCents - loan.heldCents + (loan.revolving ? loan.repaidCents : 0);
/** Bank and number of a loan. */
export const loanName = async (ctx: Pick<Acting, 'db'>, loan: Pick<Loan, 'bankId' | 'number'>) =>
  `${(await catalogLabels(ctx.db, banks)).get(loan.bankId) ?? 'Banco'} ${loan.number}`;

async function faultsOf(ctx: Context, form: LoanForm): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  const fault = (field: string, message: string) => faults.push({ field, message });
  const [company] = await ctx.db
    .select({ kind: partners.kind })
    .from(partners)
    .where(eq(partners.id, form.company_id));
  if (company?.kind !== 'contratante') fault('company_id', 'Elige una empresa del grupo.');
  const [project] = await ctx.db
    .select({ promoterId: projects.promoterId })
    .from(projects)
    .where(eq(projects.id, form.project_id));
  if (
    !project ||
    !reachesLoan(ctx, 'contabilidad.crear', { projectId: form.project_id, madeBy: staffOf(ctx).userId })
  )
    fault('project_id', 'Elige un proyecto de la lista.');
  else if (project.promoterId !== null && project.promoterId !== form.company_id)
    fault('company_id', 'La promotora de este proyecto es otra.');
  if (!(await isOffered(ctx.db, banks, form.bank_id))) fault('bank_id', 'Ese banco no está en la lista.');
  const [account] = await ctx.db
    .select({ archivedAt: bankAccounts.archivedAt })
    .from(bankAccounts)
    .where(eq(bankAccounts.id, form.bank_account_id));
  if (!account || account.archivedAt !== null)
    fault('bank_account_id', 'Elige una cuenta que no esté archivada.');
  return faults;
}

const columnsOf = (form: LoanForm) => ({
  companyId: form.company_id,
  projectId: form.project_id,
  bankId: form.bank_id,
  number: form.number,
  limitCents: form.limit_cents,
  revolving: form.revolving,
  startsOn: form.starts_on,
  endsOn: form.ends_on,
  dayCount: form.day_count,
  bankAccountId: form.bank_account_id,
  releaseDays: form.release_days,
  closingFeeCents: form.closing_fee_cents,
  note: form.note,
});
const priceOf = (form: LoanForm) => ({
  cents: form.release_cents,
  percent: form.release_percent,
  leastCents: form.release_least_cents,
});

/** What a loan in mid-life brings: until the end of a day. */
export interface Opening {
  on: string;
  drawnCents: number;
  repaidCents: number;
  interestCents: number;
}

async function taken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'interim_loans_limit')
      throw invalid([{ field: 'limit_cents', message: 'Lo desembolsado pasa de este límite.' }]);
    if (violated !== 'interim_loans_number') throw error;
    const message = 'Este banco ya tiene un préstamo con ese número.';
    throw new Refused(409, 'NUMBER_TAKEN', message, { errors: [{ field: 'number', message }] });
  }
}

/** Enters a loan, which another person approves. Returns its id. Raises 409 NUMBER_TAKEN, 422 at the field. */
export async function createLoan(ctx: Context, form: LoanForm, opening?: Opening): Promise<number> {
  const faults = await faultsOf(ctx, form);
  if (faults.length > 0) throw invalid(faults);
  const { userId } = staffOf(ctx);
  const [made] = await taken(() =>
    ctx.db
      .insert(interimLoans)
      .values({
        ...columnsOf(form),
        ...(opening && {
          openingOn: opening.on,
          openingDrawnCents: opening.drawnCents,
          openingRepaidCents: opening.repaidCents,
          openingInterestCents: opening.interestCents,
          heldCents: opening.drawnCents,
          drawnCents: opening.drawnCents,
          repaidCents: opening.repaidCents,
          interestCents: opening.interestCents,
        }),
        madeBy: userId,
        createdAt: ctx.now,
      })
      .returning(),
  );
  const loanId = made!.id;
  await ctx.db
    .insert(interimLoanRates)
    .values({ loanId, validFrom: form.starts_on, rate: form.rate, madeBy: userId, createdAt: ctx.now });
  await ctx.db.insert(interimReleasePrices).values({ loanId, ...priceOf(form), createdAt: ctx.now });
  await announce(ctx, { record: LOAN, id: loanId, from: null, to: L.toApprove });
  await audit(ctx, 'crear', LOAN, loanId, { number: form.number, limit: form.limit_cents });
  await tellApprovers(
    ctx,
    made!,
    `por ${formatMoney(form.limit_cents)} espera aprobación.`,
    `${LOAN}:${loanId}:1`,
  );
  return loanId;
}

/** Corrects a loan that nobody approved yet. Raises 404, 403, 409 STALE or NUMBER_TAKEN, 422. */
export async function changeLoan(
  ctx: Context,
  id: number,
  form: LoanForm & { version: number },
): Promise<void> {
  const loan = await lockLoan(ctx, id, 'contabilidad.crear');
  if (loan.version !== form.version) throw conflict('STALE', undefined, { version: loan.version });
  if (loan.stateId !== L.toApprove)
    throw transitionRefused('El préstamo ya se aprobó: sus datos no cambian.');
  const faults = await faultsOf(ctx, form);
  if (faults.length > 0) throw invalid(faults);
  await taken(() =>
    ctx.db
      .update(interimLoans)
      // Whoever corrects it answers for it: the approval is of another person.
      .set({ ...columnsOf(form), madeBy: staffOf(ctx).userId, version: loan.version + 1 })
      .where(eq(interimLoans.id, id)),
  );
  await ctx.db
    .update(interimLoanRates)
    .set({ validFrom: form.starts_on, rate: form.rate, madeBy: staffOf(ctx).userId })
    .where(eq(interimLoanRates.loanId, id));
  await ctx.db
    .update(interimReleasePrices)
    .set(priceOf(form))
    .where(and(eq(interimReleasePrices.loanId, id), sql`coalesce(model_id, lot_id) is null`));
  await announce(ctx, { record: LOAN, id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', LOAN, id, { before: columnsBefore(loan), after: columnsOf(form) });
}
const columnsBefore = ({ limitCents, number, startsOn, endsOn, dayCount }: Loan) => ({
  limitCents,
  number,
  startsOn,
  endsOn,
  dayCount,
});

/** Locks a loan within the caller's scope. Raises 404, 403 without the permission. */
export async function lockLoan(ctx: Context, id: number, permission: Permission): Promise<Loan> {
  const [loan] = await ctx.db
    .select()
    .from(interimLoans)
    .where(and(eq(interimLoans.id, id), loansInReach(ctx)))
    .for('no key update');
  if (!loan) throw notFound();
  if (!reachesLoan(ctx, permission, loan)) throw forbidden();
  return loan;
}

export const requireInForce = ({ stateId }: Pick<Loan, 'stateId'>): void => {
  if (stateId !== L.inForce) throw transitionRefused('El préstamo no está vigente.');
};

/** What the rules of a loan need. */
export async function loanFacts(ctx: Context, loan: Loan): Promise<LoanFacts> {
  const open = await row<{ open: number }>(
    ctx.db,
    sql`select ((select count(*) from interim_drawdowns where loan_id = ${loan.id} and state_id in ${anyOf([DRAWDOWN_STATE.requested, DRAWDOWN_STATE.approved])})
        + (select count(*) from interim_payments where loan_id = ${loan.id} and state_id in ${anyOf([LOAN_PAYMENT_STATE.prepared, LOAN_PAYMENT_STATE.approved])})
        + (select count(*) from interim_releases where loan_id = ${loan.id} and state_id not in ${anyOf([RELEASE_STATE.lifted, RELEASE_STATE.voided])}))::int "open"`,
  );
  return {
    madeByCaller: loan.madeBy === ctx.staff?.userId,
    balanceCents: balanceOf(loan),
    interestCents: loan.interestCents - loan.interestPaidCents,
    open: open!.open,
  };
}

/** Approves, voids or closes a loan; its first rate is approved with it. Raises 404, 403, 409 STALE, 422. */
export async function changeLoanState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const loan = await lockLoan(ctx, id, 'contabilidad.ver');
  checkTransition(loanMachine, loan, change, await loanFacts(ctx, loan), (permission) =>
    reachesLoan(ctx, permission, loan),
  );
  const to = change.estado_id;
  const { userId } = staffOf(ctx);
  const [changed] = await ctx.db
    .update(interimLoans)
    .set({
      stateId: to,
      version: loan.version + 1,
      ...(to === L.inForce && { approvedBy: userId, approvedOn: panamaDay(ctx.now) }),
      ...(to === L.voided && { endReason: change.motivo }),
    })
    .where(eq(interimLoans.id, id))
    .returning();
  if (to === L.inForce)
    await ctx.db.update(interimLoanRates).set({ approvedBy: userId }).where(eq(interimLoanRates.loanId, id));
  await announce(ctx, { record: LOAN, id, from: loan.stateId, to, reason: change.motivo });
  await audit(ctx, 'cambiar_estado', LOAN, id, { from: loan.stateId, to });
  if (to === L.inForce) await keepInterest(ctx, changed!);
}

/** Tells who may approve something of a loan, but not its maker. */
export async function tellApprovers(ctx: Context, loan: Loan, text: string, event: string): Promise<void> {
  await notify(ctx, {
    kind: 'prestamo_por_aprobar',
    to: await whoMay(ctx.db, 'contabilidad.aprobar', loan.projectId),
    text: `El préstamo ${await loanName(ctx, loan)} ${text}`,
    url: loanUrl(loan.id),
    event,
    about: `${LOAN}:${loan.id}`,
  });
}

/** The loan of one of its parts. Raises 404. */
export async function loanIdOf(
  ctx: Context,
  table: 'interim_drawdowns' | 'interim_payments' | 'interim_releases',
  id: number,
): Promise<number> {
  const found = await row<{ loanId: number }>(
    ctx.db,
    sql`select loan_id "loanId" from ${sql.identifier(table)} where id = ${id}`,
  );
  if (!found) throw notFound();
  return Number(found.loanId);
}

/** The loans in force of a project, locked. */
export const inForceOf = (ctx: Acting, projectId: number) =>
  ctx.db
    .select()
    .from(interimLoans)
    .where(and(eq(interimLoans.projectId, projectId), inArray(interimLoans.stateId, [L.inForce])))
    .orderBy(interimLoans.id)
    .for('no key update');
