import { panamaDay, showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { RetentionCharge, RetentionReturn } from '#contract/works/accounts/model.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { payingAccount } from '#server/modules/projects/bankAccounts/paying.service.ts';
import {
  lockContract,
  whyNotPayContract,
  type Loaded,
} from '#server/modules/works/contracts/standing.service.ts';
import { guaranteedUntil, retentionOf } from './accounts.facts.ts';
import { retentionMoves } from './accounts.table.ts';

export { retentionOf } from './accounts.facts.ts';

type Move = Omit<typeof retentionMoves.$inferInsert, 'contractId' | 'madeBy' | 'createdAt'>;

async function move(ctx: Context, contractId: number, what: Move): Promise<void> {
  await ctx.db
    .insert(retentionMoves)
    .values({ ...what, contractId, madeBy: staffOf(ctx).userId, createdAt: ctx.now });
  await announce(ctx, { record: 'contrato', id: contractId, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'contrato', contractId, { retention: what });
}

/** Returns what the reception of a contract allows of its retention. Raises 404, 409 PAYMENT_STOPPED, 422. */
export async function giveBack(ctx: Context, contractId: number, form: RetentionReturn): Promise<void> {
  const contract = await lockContract(ctx, contractId, 'contabilidad.aprobar');
  if (form.paid_on > panamaDay(ctx.now))
    throw invalid([{ field: 'paid_on', message: 'La fecha no puede ser posterior a hoy.' }]);
  const { returnableCents, heldCents } = await retentionOf(ctx, contract);
  if (returnableCents <= 0)
    throw transitionRefused(heldCents > 0 ? whyNotReturn(contract) : 'No queda retenido por devolver.');
  const stops = await whyNotPayContract(ctx, contract);
  if (stops.length > 0) throw conflict('PAYMENT_STOPPED', stops.join(' '));
  const from = await payingAccount(ctx, contract.projectId, {
    id: form.bank_account_id,
    field: 'bank_account_id',
  });
  const bank = form.bank ?? from?.bank;
  if (bank === undefined) throw invalid([{ field: 'bank', message: 'Escribe el banco.' }]);
  await move(ctx, contractId, {
    kind: 'devolucion',
    amountCents: returnableCents,
    movedOn: form.paid_on,
    bank,
    paidFromId: from?.id ?? null,
    reference: form.reference,
  });
}

/** Why what is held is not returned yet. */
function whyNotReturn({ stateId, stateSince, retentionMonths }: Loaded): string {
  if (stateId !== CONTRACT_STATE.finished || stateSince === null)
    return 'La mitad del retenido se devuelve con la recepción provisional y el resto con la final.';
  return `El resto del retenido se devuelve con la recepción final, o desde el ${showDay(guaranteedUntil(stateSince, retentionMonths))} con una fianza de vicios ocultos vigente.`;
}

/** Charges the cost of a warranty repair to a contract's retention. Raises 404, 422 at amount_centavos. */
export async function chargeToRetention(
  ctx: Context,
  contractId: number,
  form: RetentionCharge,
): Promise<void> {
  const contract = await lockContract(ctx, contractId, 'contabilidad.aprobar');
  const { heldCents } = await retentionOf(ctx, contract);
  if (form.amount_centavos > heldCents)
    throw invalid([
      { field: 'amount_centavos', message: `Solo hay ${formatMoney(heldCents)} retenidos de este contrato.` },
    ]);
  await move(ctx, contractId, {
    kind: 'cargo',
    amountCents: form.amount_centavos,
    movedOn: panamaDay(ctx.now),
    reference: form.paper,
    reason: form.reason,
  });
}

/**
 * Charges to a contract's retention what it holds of an amount, for a repair that was approved. Returns the centavos that were
 * charged: the rest the contractor owes. Raises 404.
 */
export async function chargeWhatFits(
  ctx: Context,
  contractId: number,
  { amountCents, paper, reason }: { amountCents: number; paper: string; reason: string },
): Promise<number> {
  const contract = await lockContract(ctx, contractId, 'contabilidad.aprobar');
  const { heldCents } = await retentionOf(ctx, contract);
  const retained = Math.min(amountCents, Math.max(0, heldCents));
  if (retained > 0)
    await move(ctx, contractId, {
      kind: 'cargo',
      amountCents: retained,
      movedOn: panamaDay(ctx.now),
      reference: paper,
      reason,
    });
  return retained;
}
