import { panamaDay, showDay } from '#contract/dates.ts';
import { CONTRACT_STATE, contractMachine } from '#contract/works/contracts/rules.ts';
import type { ContractStatusChange } from '#contract/works/contracts/forms.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { reachesContract } from './construction.scope.ts';
import { factsOf } from './contracts.facts.ts';
import { lockContract, type Loaded } from './standing.service.ts';
import { bringIntoForce, bringWaiting, writeState } from './force.service.ts';
import { decideRescission } from './rescission.service.ts';

const S = CONTRACT_STATE;

/**
 * Moves a contract. A signed contract that lacks nothing is in force at once. Raises 404, 403, 409 STALE or
 * ACTIVITY_TAKEN, 422 with the reason, at `params[motivo]` or at `params[fecha]`.
 */
export async function changeContractState(
  ctx: Context,
  id: number,
  { fecha, ...change }: ContractStatusChange,
): Promise<void> {
  const contract = await lockContract(ctx, id);
  const facts = await factsOf(ctx, contract);
  checkTransition(contractMachine, contract, change, facts, (permission) =>
    reachesContract(ctx, permission, contract),
  );
  const to = change.estado_id;
  if (to === S.rescinded) return decideRescission(ctx, contract, facts.standing, change.motivo);
  const { userId } = staffOf(ctx);
  const on = dayOf(ctx, contract, to, fecha);
  await writeState(
    ctx,
    contract,
    to,
    {
      ...(to === S.inReview && { submittedBy: userId }),
      ...(to === S.draft && { submittedBy: null }),
      ...(to === S.approved && { approvedBy: userId }),
      ...(to === S.signed && { signedOn: on }),
      ...(to === S.accepted && { acceptedOn: on }),
    },
    change.motivo,
  );
  if (to === S.signed) await bringIntoForce(ctx, id);
  if (to === S.settled) await bringWaiting(ctx, contract.projectId);
}

/** The day that a step records: not in the future, nor before the step before it. Raises 422 at `params[fecha]`. */
function dayOf(ctx: Context, contract: Loaded, to: number, sent: string | undefined): string {
  const today = panamaDay(ctx.now);
  const on = sent ?? today;
  const fault = (message: string) => invalid([{ field: 'params[fecha]', message }]);
  if (on > today) throw fault('La fecha no puede ser posterior a hoy.');
  if (to === S.accepted && contract.signedOn && on < contract.signedOn)
    throw fault(`No puede ser antes de la firma, el ${showDay(contract.signedOn)}.`);
  return on;
}
