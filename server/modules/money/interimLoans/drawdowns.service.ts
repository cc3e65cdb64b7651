import { and, eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import type { DrawdownForm, DrawdownStatusChange } from '#contract/money/interimLoans/model.ts';
import { DRAWDOWN_STATE as D, drawdownMachine } from '#contract/money/interimLoans/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { setLinesAside } from '#server/modules/money/statements/aside.service.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { keepInterest, type Loan } from './interest.service.ts';
import { reachesLoan } from './interimLoans.scope.ts';
import {
  availableOf,
  LOAN,
  loanIdOf,
  lockLoan,
  requireInForce,
  tellApprovers,
} from './interimLoans.service.ts';
import { interimDrawdowns } from './interimLoans.table.ts';

const ENTITY = 'desembolso_prestamo';
type Drawdown = typeof interimDrawdowns.$inferSelect;

/** Asks for money of the loan, within its limit. Raises 404, 403, 422 at the field. */
export async function requestDrawdown(ctx: Context, loanId: number, form: DrawdownForm): Promise<void> {
  const loan = await lockLoan(ctx, loanId, 'contabilidad.crear');
  requireInForce(loan);
  const faults: FieldError[] = [];
  const available = availableOf(loan);
  if (form.cents > available)
    faults.push({ field: 'cents', message: `Del límite quedan ${formatMoney(Math.max(0, available))}.` });
  if (form.requested_on > panamaDay(ctx.now))
    faults.push({ field: 'requested_on', message: 'La fecha no puede ser posterior a hoy.' });
  if (form.requested_on < loan.startsOn)
    faults.push({ field: 'requested_on', message: 'El préstamo empieza después de ese día.' });
  if (faults.length > 0) throw invalid(faults);
  const last = await row<{ number: number }>(
    ctx.db,
    sql`select coalesce(max(number), 0)::int number from interim_drawdowns where loan_id = ${loanId}`,
  );
  const number = last!.number + 1;
  const [made] = await ctx.db
    .insert(interimDrawdowns)
    .values({
      loanId,
      number,
      cents: form.cents,
      purpose: form.purpose,
      requestedOn: form.requested_on,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: interimDrawdowns.id });
  await announce(ctx, { record: ENTITY, id: made!.id, from: null, to: D.requested, of: [LOAN, loanId] });
  await audit(ctx, 'solicitar', ENTITY, made!.id, { loan: loanId, cents: form.cents });
  await tellApprovers(
    ctx,
    loan,
    `pide un desembolso de ${formatMoney(form.cents)}.`,
    `${ENTITY}:${made!.id}:1`,
  );
}

/** Locks a drawdown after its loan, within the caller's scope. Raises 404. */
async function lockDrawdown(ctx: Context, id: number): Promise<{ loan: Loan; one: Drawdown }> {
  const loan = await lockLoan(ctx, await loanIdOf(ctx, 'interim_drawdowns', id), 'contabilidad.ver');
  const [one] = await ctx.db
    .select()
    .from(interimDrawdowns)
    .where(eq(interimDrawdowns.id, id))
    .for('no key update');
  return { loan, one: one! };
}

/**
 * Approves or refuses a drawdown, or registers that it arrived, with the line of the statement that shows it. Answers the
 * loan's id. Raises 404, 403, 409 STALE or BANK_LINE_USED, 422.
 */
export async function changeDrawdown(
  ctx: Context,
  id: number,
  change: DrawdownStatusChange,
): Promise<number> {
  const { loan, one } = await lockDrawdown(ctx, id);
  checkTransition(
    drawdownMachine,
    one,
    change,
    { madeByCaller: one.madeBy === ctx.staff?.userId },
    (permission) => reachesLoan(ctx, permission, loan),
  );
  const to = change.estado_id;
  if (to !== D.refused) requireInForce(loan);
  await ctx.db
    .update(interimDrawdowns)
    .set({
      stateId: to,
      version: one.version + 1,
      ...(to === D.approved && { approvedBy: staffOf(ctx).userId }),
      ...(to === D.refused && { endReason: change.motivo }),
      ...(to === D.received && (await receivedOf(ctx, loan, one, change))),
    })
    .where(eq(interimDrawdowns.id, id))
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'interim_drawdowns_line') throw error;
      throw conflict('BANK_LINE_USED', 'Esa línea del banco ya es de otro desembolso.');
    });
  await announce(ctx, {
    record: ENTITY,
    id,
    from: one.stateId,
    to,
    of: [LOAN, loan.id],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', ENTITY, id, { from: one.stateId, to });
  if (to === D.received) await keepInterest(ctx, loan);
  return loan.id;
}

/** The bank's day and reference, from the line of its statement where there is one. */
async function receivedOf(
  ctx: Context,
  loan: Loan,
  one: Drawdown,
  { fecha, referencia, linea_id }: DrawdownStatusChange,
) {
  let day = fecha;
  let reference = referencia;
  if (linea_id !== undefined) {
    const [line] = await ctx.db
      .select()
      .from(bankStatementLines)
      .where(and(eq(bankStatementLines.id, linea_id), eq(bankStatementLines.accountId, loan.bankAccountId)));
    if (!line || line.cents !== one.cents)
      throw invalid([
        { field: 'params[linea_id]', message: 'Esa línea no es de esta cuenta, o es por otro monto.' },
      ]);
    if (line.state !== 'open') throw conflict('BANK_LINE_USED', 'Esa línea del banco ya no está libre.');
    const aside = await setLinesAside(ctx, {
      lineas: [line.id],
      motivo: `Desembolso ${one.number} del préstamo interino ${loan.number}`,
    });
    if (aside.done === 0) throw notFound();
    await announce(ctx, { record: 'linea_banco', id: line.id, verb: 'apartar' });
    day = line.postedOn;
    reference = reference || line.reference;
  }
  const field = (message: string) => invalid([{ field: 'params[fecha]', message }]);
  if (day === undefined) throw field('Escribe el día en que llegó.');
  if (day > panamaDay(ctx.now)) throw field('La fecha no puede ser posterior a hoy.');
  if (day < loan.startsOn) throw field('El préstamo empieza después de ese día.');
  if (loan.openingOn !== null && day <= loan.openingOn)
    throw field('Hasta ese día cuenta el saldo con que entró el préstamo.');
  return { receivedOn: day, reference: reference || null, statementLineId: linea_id ?? null };
}
