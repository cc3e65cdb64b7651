import { asc, inArray } from 'drizzle-orm';
import type { LoanForm } from '#contract/money/interimLoans/model.ts';
import { LOAN_STATE as L, RELEASE_STATE as R } from '#contract/money/interimLoans/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { createLoan, LOAN, type Opening } from './interimLoans.service.ts';
import { interimLoans, interimReleases } from './interimLoans.table.ts';

/** A release that was paid before the loan came into the system; with its letter, where there is one. */
export interface PaidRelease {
  lotId: number;
  cents: number;
  paidOn: string;
  liftedOn: string | null;
}

/** Enters a loan in mid-life, which another person approves. Returns its id. Raises as `createLoan`. */
export async function importLoan(
  ctx: Context,
  form: LoanForm,
  opening: Opening,
  releases: readonly PaidRelease[],
): Promise<number> {
  const id = await createLoan(ctx, form, opening);
  if (releases.length > 0)
    await ctx.db.insert(interimReleases).values(
      releases.map(({ lotId, cents, paidOn, liftedOn }) => ({
        loanId: id,
        lotId,
        cents,
        dueOn: paidOn,
        reason: 'Pagada antes de entrar al sistema',
        stateId: liftedOn === null ? R.paid : R.lifted,
        importedPaidOn: paidOn,
        liftedOn,
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })),
    );
  return id;
}

/** Voids imported loans that nobody approved yet. False: one was approved, and nothing was written. */
export async function removeImportedLoans(ctx: Context, ids: readonly number[]): Promise<boolean> {
  const found = await ctx.db
    .select()
    .from(interimLoans)
    .where(inArray(interimLoans.id, [0, ...ids]))
    .orderBy(asc(interimLoans.id))
    .for('no key update');
  if (found.some(({ stateId }) => stateId !== L.toApprove && stateId !== L.voided)) return false;
  for (const one of found.filter(({ stateId }) => stateId === L.toApprove)) {
    await ctx.db
      .update(interimLoans)
      .set({ stateId: L.voided, endReason: 'Importación deshecha', version: one.version + 1 })
      .where(inArray(interimLoans.id, [one.id]));
    await announce(ctx, { record: LOAN, id: one.id, from: one.stateId, to: L.voided });
    await audit(ctx, 'deshacer importación', LOAN, one.id, {});
  }
  return true;
}
