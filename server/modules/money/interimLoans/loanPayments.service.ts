import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import { balanceOn } from '#contract/money/interimLoans/interest.ts';
import type { LoanPaymentForm, LoanPaymentStatusChange } from '#contract/money/interimLoans/model.ts';
import {
  LOAN_PAYMENT_STATE as P,
  loanPaymentMachine,
  RELEASE_STATE as R,
} from '#contract/money/interimLoans/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { invalid, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { clearedInterest, keepInterest, termsOf, type Loan } from './interest.service.ts';
import { reachesLoan } from './interimLoans.scope.ts';
import {
  balanceOf,
  LOAN,
  loanIdOf,
  lockLoan,
  requireInForce,
  tellApprovers,
} from './interimLoans.service.ts';
import { interimPaymentLots, interimPayments, interimReleases } from './interimLoans.table.ts';

const ENTITY = 'pago_prestamo';
type Payment = typeof interimPayments.$inferSelect;
type Release = typeof interimReleases.$inferSelect;

/** Interest that may be paid: of ended months, less what is paid or on its way; with all the capital, the running month too. */
async function interestOwed(
  ctx: Context,
  loan: Loan,
  day: string,
  clears: boolean,
  but = 0,
): Promise<number> {
  const waiting = await row<{ cents: number }>(
    ctx.db,
    sql`select coalesce(sum(interest_cents), 0)::bigint cents from interim_payments
      where loan_id = ${loan.id} and state_id in (${P.prepared}, ${P.approved}) and id <> ${but}`,
  );
  const all = clears ? clearedInterest(loan, await termsOf(ctx.db, loan), day) : loan.interestCents;
  return all - loan.interestPaidCents - Number(waiting!.cents);
}

/** Prepares a payment to the lender. Raises 404, 403, 422 at the field. */
export async function prepareLoanPayment(ctx: Context, loanId: number, form: LoanPaymentForm): Promise<void> {
  const loan = await lockLoan(ctx, loanId, 'contabilidad.crear');
  requireInForce(loan);
  const ids = [...new Set(form.release_ids)];
  const chosen = await ctx.db
    .select()
    .from(interimReleases)
    .where(and(inArray(interimReleases.id, [0, ...ids]), eq(interimReleases.loanId, loanId)))
    .orderBy(asc(interimReleases.dueOn), asc(interimReleases.id))
    .for('no key update');
  const faults: FieldError[] = [];
  const fault = (field: string, message: string) => faults.push({ field, message });
  if (chosen.length < ids.length || chosen.some(({ stateId }) => stateId !== R.due))
    fault('release_ids', 'Una de las liberaciones ya está en otro pago: vuelve a elegir.');
  const owed = balanceOf(loan) - loan.leavingCents;
  // The last houses pay what is left of the loan, and not more.
  let left = owed - form.capital_cents;
  const parts = chosen.map((release) => {
    const cents = Math.min(release.cents, Math.max(0, left));
    left -= cents;
    return { release, cents };
  });
  if (form.capital_cents > owed) fault('capital_cents', `De capital se deben ${formatMoney(owed)}.`);
  else if (parts.some(({ cents }) => cents === 0))
    fault('release_ids', 'El capital que queda no alcanza para todas: quita las últimas.');
  const capital = form.capital_cents + parts.reduce((sum, { cents }) => sum + cents, 0);
  const interest = await interestOwed(ctx, loan, form.pay_on, capital > 0 && capital === balanceOf(loan));
  if (form.interest_cents > Math.max(0, interest))
    fault('interest_cents', `De interés se deben ${formatMoney(Math.max(0, interest))}.`);
  if (faults.length > 0) throw invalid(faults);
  const last = await row<{ number: number }>(
    ctx.db,
    sql`select coalesce(max(number), 0)::int number from interim_payments where loan_id = ${loanId}`,
  );
  const [made] = await ctx.db
    .insert(interimPayments)
    .values({
      loanId,
      number: last!.number + 1,
      interestCents: form.interest_cents,
      capitalCents: capital,
      feeCents: form.fee_cents,
      payOn: form.pay_on,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning();
  if (parts.length > 0)
    await ctx.db
      .insert(interimPaymentLots)
      .values(parts.map(({ release, cents }) => ({ paymentId: made!.id, lotId: release.lotId, cents })));
  await announce(ctx, { record: ENTITY, id: made!.id, from: null, to: P.prepared, of: [LOAN, loanId] });
  await moveReleases(ctx, chosen, R.inPayment, made!.id);
  await audit(ctx, 'crear', ENTITY, made!.id, { loan: loanId, interest: form.interest_cents, capital });
  await tellApprovers(
    ctx,
    loan,
    `tiene un pago de ${formatMoney(form.interest_cents + capital + form.fee_cents)} por aprobar.`,
    `${ENTITY}:${made!.id}:1`,
  );
}

/** Moves releases with their payment; `paymentId` null: they are due again. */
async function moveReleases(
  ctx: Context,
  list: readonly Release[],
  to: number,
  paymentId: number | null,
): Promise<void> {
  for (const one of list) {
    await ctx.db
      .update(interimReleases)
      .set({ stateId: to, paymentId, version: one.version + 1 })
      .where(eq(interimReleases.id, one.id));
    await announce(ctx, {
      record: 'liberacion_prestamo',
      id: one.id,
      from: one.stateId,
      to,
      of: [LOAN, one.loanId],
    });
  }
}

/** The releases of a payment, locked. */
const releasesOf = (ctx: Context, paymentId: number) =>
  ctx.db
    .select()
    .from(interimReleases)
    .where(eq(interimReleases.paymentId, paymentId))
    .orderBy(asc(interimReleases.id))
    .for('no key update');

/**
 * Approves, refuses, registers or reverses a payment, and its releases with it. Answers the loan's id. Raises 404, 403,
 * 409 STALE, 422.
 */
export const changeLoanPayment = (
  ctx: Context,
  id: number,
  change: LoanPaymentStatusChange,
): Promise<number> => move(ctx, id, change, (permission, loan) => reachesLoan(ctx, permission, loan));

/** Locks an approved payment that a batch takes, so that nobody refuses it meanwhile. Raises 422. */
export async function holdForBatch(ctx: Context, id: number): Promise<void> {
  await lockLoan(ctx, await loanIdOf(ctx, 'interim_payments', id), 'contabilidad.ver');
  const [one] = await ctx.db
    .select({ stateId: interimPayments.stateId })
    .from(interimPayments)
    .where(eq(interimPayments.id, id))
    .for('no key update');
  if (one?.stateId !== P.approved)
    throw transitionRefused('El pago del préstamo ya no está aprobado: vuelve a elegir.');
}

/** A batch of payments whose bank confirmed it pays an approved payment. Raises 422. */
export async function payFromBatch(
  ctx: Context,
  id: number,
  given: Pick<LoanPaymentStatusChange, 'fecha' | 'referencia'>,
): Promise<void> {
  await move(ctx, id, { ...given, estado_id: P.paid }, () => true);
}

/** The bank returned what a batch had paid: the payment is reversed. Raises 422. */
export async function returnToLoan(
  ctx: Context,
  id: number,
  given: Pick<LoanPaymentStatusChange, 'fecha' | 'motivo'>,
): Promise<void> {
  await move(ctx, id, { ...given, estado_id: P.reversed }, () => true);
}

async function move(
  ctx: Context,
  id: number,
  change: LoanPaymentStatusChange,
  may: (permission: Permission, loan: Loan) => boolean,
): Promise<number> {
  const loan = await lockLoan(ctx, await loanIdOf(ctx, 'interim_payments', id), 'contabilidad.ver');
  const [found] = await ctx.db
    .select()
    .from(interimPayments)
    .where(eq(interimPayments.id, id))
    .for('no key update');
  const one = found!;
  const releases = await releasesOf(ctx, id);
  checkTransition(
    loanPaymentMachine,
    one,
    change,
    {
      madeByCaller: one.madeBy === ctx.staff?.userId,
      lifted: releases.some(({ stateId }) => stateId === R.lifted),
    },
    (permission) => may(permission, loan),
  );
  const to = change.estado_id;
  if (to !== P.refused) requireInForce(loan);
  try {
    await ctx.db
      .update(interimPayments)
      .set({
        stateId: to,
        version: one.version + 1,
        ...(to === P.approved && { approvedBy: staffOf(ctx).userId }),
        ...(to === P.paid && (await paidOf(ctx, loan, one, change))),
        ...(to === P.reversed && { reversedOn: dayOf(ctx, change, one.paidOn!) }),
        ...((to === P.refused || to === P.reversed) && { endReason: change.motivo }),
      })
      .where(eq(interimPayments.id, id));
  } catch (error) {
    if (violatedConstraint(error) !== 'interim_loans_limit') throw error;
    throw transitionRefused('Ese capital ya se volvió a desembolsar: reversarlo pasaría el límite.');
  }
  await announce(ctx, {
    record: ENTITY,
    id,
    from: one.stateId,
    to,
    of: [LOAN, loan.id],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', ENTITY, id, { from: one.stateId, to });
  if (to === P.paid) await moveReleases(ctx, releases, R.paid, id);
  if (to === P.refused || to === P.reversed) await moveReleases(ctx, releases, R.due, null);
  if (to === P.paid || to === P.reversed) await keepInterest(ctx, loan);
  return loan.id;
}

function dayOf(ctx: Context, { fecha }: LoanPaymentStatusChange, least: string): string {
  const field = (message: string) => invalid([{ field: 'params[fecha]', message }]);
  if (fecha === undefined) throw field('Escribe el día del banco.');
  if (fecha > panamaDay(ctx.now)) throw field('La fecha no puede ser posterior a hoy.');
  if (fecha < least) throw field('Ese día es demasiado temprano.');
  return fecha;
}

async function paidOf(ctx: Context, loan: Loan, one: Payment, change: LoanPaymentStatusChange) {
  const paidOn = dayOf(ctx, change, loan.startsOn);
  if (loan.openingOn !== null && paidOn <= loan.openingOn)
    throw invalid([
      { field: 'params[fecha]', message: 'Hasta ese día cuenta el saldo con que entró el préstamo.' },
    ]);
  const { moves } = await termsOf(ctx.db, loan);
  const days = [paidOn, ...moves.map(({ day }) => day).filter((day) => day > paidOn)];
  if (days.some((day) => balanceOn(moves, day) < one.capitalCents))
    throw invalid([{ field: 'params[fecha]', message: 'Ese día no se debía tanto capital.' }]);
  if (!change.referencia)
    throw invalid([{ field: 'params[referencia]', message: 'Escribe la referencia del banco.' }]);
  const owed = await interestOwed(
    ctx,
    loan,
    paidOn,
    one.capitalCents > 0 && one.capitalCents === balanceOf(loan),
    one.id,
  );
  if (one.interestCents > Math.max(0, owed))
    throw invalid([
      {
        field: 'params[fecha]',
        message: `A ese día se deben ${formatMoney(Math.max(0, owed))} de interés: rechaza este pago y prepara otro.`,
      },
    ]);
  return { paidOn, reference: change.referencia };
}
