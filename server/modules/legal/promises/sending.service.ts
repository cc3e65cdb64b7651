import { eq } from 'drizzle-orm';
import { endOfDay } from '#contract/dates.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { summaryOf } from '#contract/legal/promises/values.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { openEnvelope, type NewEnvelope } from '#server/modules/legal/envelopes/open.service.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { movePromise } from './move.service.ts';
import { composePromise, PROMISE_TITLE, termsOf } from './paper.service.ts';
import type { PromiseRow } from './last.service.ts';
import { promises } from './promises.table.ts';

/** Buyers first, then the company (spec §2.4). */
function signersFor({ frozen, attorneys, representative }: PromiseRow): NewEnvelope['signers'][number][] {
  const buyers = (frozen?.buyers ?? []).filter(({ role }) => role === 'comprador');
  return [
    ...buyers.map(({ buyer_id }): NewEnvelope['signers'][number] => {
      const found = attorneys.find(({ buyerId }) => buyerId === buyer_id);
      if (!found) return { role: 'comprador', buyerId: buyer_id };
      const { buyerId, ...attorney } = found;
      return { role: 'comprador', buyerId, attorney };
    }),
    { role: 'promotora', representativeId: representative?.id ?? null },
  ];
}

/**
 * Sends a locked promise to sign: composes its document as it is signed, opens its envelope, and moves promise and sale (5
 * or 8 → 9). The transition was checked. Raises 429 while too many documents are being made, and what `openEnvelope` does.
 */
export async function sendToSign(
  ctx: Context,
  promise: PromiseRow,
  sale: { id: number; stateId: number },
): Promise<void> {
  const { frozen } = promise;
  if (!frozen || !promise.signBy) throw transitionRefused('Esta promesa se importó ya firmada.');
  const bytes = await composePromise(ctx, promise, frozen, true);
  const stored = await ctx.files.keep(bytes, `${promise.code}.pdf`, 'application/pdf');
  const owner = { reference: 'promesa', referenceId: promise.id, sensitive: true };
  const fileId = await addFile(ctx, owner, stored);
  await movePromise(ctx, promise, PROMISE.signing, {
    fileId,
    sentAt: ctx.now,
    sentBy: staffOf(ctx).userId,
    saleStateId: sale.stateId,
  });
  await advanceSale(ctx, sale.id, SALE.promiseSigning);
  const envelopeId = await openEnvelope(ctx, {
    record: 'promesa',
    recordId: promise.id,
    saleId: sale.id,
    title: `${PROMISE_TITLE} ${promise.code}`,
    fileId,
    summary: summaryOf(frozen, termsOf(promise)),
    signers: signersFor(promise),
    expiresAt: endOfDay(promise.signBy),
    initials: true,
    amountCents: promise.priceCents,
  });
  await ctx.db.update(promises).set({ envelopeId }).where(eq(promises.id, promise.id));
  await audit(ctx, 'enviar_a_firma', 'promesa', promise.id, { envelopeId });
}
