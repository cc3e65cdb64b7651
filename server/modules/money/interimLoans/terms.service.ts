import { and, eq, sql } from 'drizzle-orm';
import type { PriceForm, RateForm } from '#contract/money/interimLoans/model.ts';
import { LOAN_STATE as L } from '#contract/money/interimLoans/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { invalid, notFound, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { keepInterest } from './interest.service.ts';
import { interimLoanRates, interimReleasePrices } from './interimLoans.table.ts';
import { LOAN, lockLoan, requireInForce, tellApprovers } from './interimLoans.service.ts';

/** Proposes a rate from a day on. Raises 404, 403, 409 RATE_TAKEN, 422. */
export async function addRate(ctx: Context, loanId: number, { from, rate }: RateForm): Promise<void> {
  const loan = await lockLoan(ctx, loanId, 'contabilidad.crear');
  requireInForce(loan);
  if (from < loan.startsOn)
    throw invalid([{ field: 'from', message: 'El préstamo empieza después de ese día.' }]);
  try {
    const [made] = await ctx.db
      .insert(interimLoanRates)
      .values({ loanId, validFrom: from, rate, madeBy: staffOf(ctx).userId, createdAt: ctx.now })
      .returning({ id: interimLoanRates.id });
    await announce(ctx, { record: LOAN, id: loanId, verb: 'tasa' });
    await audit(ctx, 'cambiar', LOAN, loanId, { rate, from });
    await tellApprovers(ctx, loan, 'tiene una tasa por aprobar.', `${LOAN}:${loanId}:tasa:${made!.id}`);
  } catch (error) {
    if (violatedConstraint(error) !== 'interim_loan_rates_one') throw error;
    const message = 'Ya hay una tasa desde ese día.';
    throw new Refused(409, 'RATE_TAKEN', message, { errors: [{ field: 'from', message }] });
  }
}

/** Approves or refuses a proposed rate; the interest of ended months follows it. Raises 404, 403, 422. */
export async function decideRate(
  ctx: Context,
  loanId: number,
  rateId: number,
  accept: boolean,
): Promise<void> {
  const loan = await lockLoan(ctx, loanId, 'contabilidad.aprobar');
  requireInForce(loan);
  const [rate] = await ctx.db
    .select()
    .from(interimLoanRates)
    .where(and(eq(interimLoanRates.id, rateId), eq(interimLoanRates.loanId, loanId)));
  if (!rate) throw notFound();
  if (rate.approvedBy !== null || rate.refusedBy !== null) throw transitionRefused('Esa tasa ya se decidió.');
  const { userId } = staffOf(ctx);
  const why = whyNotDecideRate(rate, userId);
  if (accept && why) throw transitionRefused(why);
  await ctx.db
    .update(interimLoanRates)
    .set(accept ? { approvedBy: userId } : { refusedBy: userId })
    .where(eq(interimLoanRates.id, rateId));
  await announce(ctx, { record: LOAN, id: loanId, verb: 'tasa' });
  await audit(ctx, accept ? 'aprobar' : 'rechazar', LOAN, loanId, { rate: rate.rate, from: rate.validFrom });
  if (accept) await keepInterest(ctx, loan);
}
export const whyNotDecideRate = ({ madeBy }: { madeBy: number }, userId: number): string | null =>
  madeBy === userId ? 'La propusiste tú: la aprueba otra persona.' : null;

const editable = (stateId: number) => {
  if (stateId !== L.inForce && stateId !== L.toApprove)
    throw transitionRefused('El préstamo ya terminó: sus precios no cambian.');
};

/** Adds the price of a model or of a lot of the loan's project. Raises 404, 403, 409 PRICE_TAKEN, 422. */
export async function addPrice(ctx: Context, loanId: number, form: PriceForm): Promise<void> {
  const loan = await lockLoan(ctx, loanId, 'contabilidad.editar');
  editable(loan.stateId);
  const of = await row<{ fits: boolean }>(
    ctx.db,
    form.lot_id === null
      ? sql`select exists (select from house_models where id = ${form.model_id} and project_id = ${loan.projectId}) fits`
      : sql`select exists (select from lots where id = ${form.lot_id} and project_id = ${loan.projectId}) fits`,
  );
  if (!of!.fits)
    throw invalid([
      { field: form.lot_id === null ? 'model_id' : 'lot_id', message: 'No es del proyecto del préstamo.' },
    ]);
  try {
    await ctx.db.insert(interimReleasePrices).values({
      loanId,
      modelId: form.model_id,
      lotId: form.lot_id,
      cents: form.release_cents,
      percent: form.release_percent,
      leastCents: form.release_least_cents,
      createdAt: ctx.now,
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'interim_release_prices_one') throw error;
    const message = 'Ya tiene su precio: quítalo primero.';
    const field = form.lot_id === null ? 'model_id' : 'lot_id';
    throw new Refused(409, 'PRICE_TAKEN', message, { errors: [{ field, message }] });
  }
  await announce(ctx, { record: LOAN, id: loanId, verb: 'precio' });
  await audit(ctx, 'cambiar', LOAN, loanId, { price: form });
}

/** Removes the price of a model or of a lot; the loan's own stays. Raises 404, 403, 422. */
export async function removePrice(ctx: Context, loanId: number, priceId: number): Promise<void> {
  const loan = await lockLoan(ctx, loanId, 'contabilidad.editar');
  editable(loan.stateId);
  const gone = await ctx.db
    .delete(interimReleasePrices)
    .where(
      and(
        eq(interimReleasePrices.id, priceId),
        eq(interimReleasePrices.loanId, loanId),
        sql`coalesce(model_id, lot_id) is not null`,
      ),
    )
    .returning();
  if (gone.length === 0) throw notFound();
  await announce(ctx, { record: LOAN, id: loanId, verb: 'precio' });
  await audit(ctx, 'cambiar', LOAN, loanId, { removed: gone[0] });
}
