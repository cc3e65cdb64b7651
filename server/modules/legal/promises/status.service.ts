import { PROMISE, promiseMachine } from '#contract/legal/promises/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { voidEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { lockPromise } from './draft.service.ts';
import { promiseFacts } from './facts.service.ts';
import { movePromise } from './move.service.ts';
import type { PromiseRow } from './last.service.ts';
import { sendToSign } from './sending.service.ts';

export const promisePath = (id: number) => `/oficina/promesas/${id}`;

/**
 * Moves a promise along its machine. Raises 404, 403, 409 STALE, 422 with the reason; what it sends to sign, the errors of
 * an envelope too.
 */
export async function changePromiseState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const { promise, sale } = await lockPromise(ctx, id);
  const facts = await promiseFacts(ctx, promise, sale);
  checkTransition(promiseMachine, promise, change, facts, (permission) => reaches(ctx, permission, sale));
  const { userId } = staffOf(ctx);
  const to = change.estado_id;
  await audit(ctx, 'cambiar_estado', 'promesa', id, { from: promise.stateId, to });
  switch (to) {
    case PROMISE.signing:
      await sendToSign(ctx, promise, sale);
      return;
    case PROMISE.inReview:
      await movePromise(ctx, promise, to);
      await tellApprovers(ctx, promise, sale.projectId);
      return;
    case PROMISE.approved:
      await movePromise(ctx, promise, to, { approvedBy: userId, approvedAt: ctx.now });
      await tellWriters(ctx, promise, `Aprobaron los cambios de la promesa ${promise.code}.`);
      return;
    case PROMISE.draft:
      // The envelope's follower moves promise and sale.
      if (promise.stateId === PROMISE.signing) return voidEnvelope(ctx, promise.envelopeId!, change.motivo);
      await movePromise(ctx, promise, to, {}, change.motivo);
      await tellWriters(ctx, promise, `Devolvieron la promesa ${promise.code}: ${change.motivo ?? ''}`);
      return;
    default:
      await movePromise(ctx, promise, to, {}, change.motivo);
  }
}

async function tellApprovers(ctx: Context, promise: PromiseRow, projectId: number): Promise<void> {
  const approvers = await whoMay(ctx.db, 'legal.aprobar', projectId);
  await notify(ctx, {
    kind: 'promesa_revision',
    to: approvers.filter((one) => !promise.writers.includes(one)),
    text: `La promesa ${promise.code} cambia la plantilla y espera tu aprobación.`,
    url: promisePath(promise.id),
    event: `promesa:${promise.id}:${promise.version}:revision`,
  });
}

const tellWriters = (ctx: Context, promise: PromiseRow, text: string) =>
  notify(ctx, {
    kind: 'promesa_revision',
    to: promise.writers,
    text,
    url: promisePath(promise.id),
    event: `promesa:${promise.id}:${promise.version}:respuesta`,
  });
