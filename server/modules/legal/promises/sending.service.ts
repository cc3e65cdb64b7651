import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { movePromise } from './move.service.ts';
import { composePromise } from './paper.service.ts';
import type { PromiseRow } from './promises.queries.ts';

/**
 * Sends a locked promise to sign: composes its document as it is signed, opens its envelope, and moves promise and sale (5
 * or 8 → 9). The transition was checked. Raises 429 while too many documents are being made.
 */
export async function sendToSign(
  ctx: Context,
  promise: PromiseRow,
  sale: { id: number; stateId: number },
): Promise<void> {
  const { frozen } = promise;
  if (!frozen) throw transitionRefused('Esta promesa se importó ya firmada.');
  const bytes = await composePromise(ctx, promise, frozen, true);
  const stored = await ctx.files.keep(bytes, `${promise.code}.pdf`, 'application/pdf');
  const fileId = await addFile(
    ctx,
    { reference: 'promesa', referenceId: promise.id, sensitive: true },
    stored,
  );
  await movePromise(ctx, promise, PROMISE.signing, {
    fileId,
    sentAt: ctx.now,
    sentBy: staffOf(ctx).userId,
    saleStateId: sale.stateId,
  });
  await advanceSale(ctx, sale.id, SALE.promiseSigning);
}

/** Takes a promise back from its signers, with the reason; the sale returns to where it was. */
export async function takeBack(ctx: Acting, promise: PromiseRow, reason: string): Promise<void> {
  await advanceSale(ctx, promise.saleId, promise.saleStateId ?? SALE.complete, reason);
}
