import { dayText } from '#contract/dates.ts';
import { SEALED_PDF } from '#contract/legal/envelopes/customerEndpoints.ts';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { lastPromise } from '#server/modules/legal/promises/last.service.ts';
import { buyerHere } from '#server/modules/sales/buyerAccess/buyerHere.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';

interface MyPromise {
  code: string;
  stateId: number;
  deliveryOn: string | null;
  /** The document that was sent to sign. */
  documentId: number;
  /** The same while it waits for this buyer; null: not now. */
  toSign: number | null;
  /** Names of those who have not signed. */
  waitingFor: readonly string[];
  /** The sealed copy. */
  copyOf: number | null;
}

/** The promise of a sale as its buyer sees it, once it was sent to sign; null before, and for one that was imported. */
export async function myPromise(
  ctx: Pick<Context, 'db' | 'client'>,
  sale: { id: number },
): Promise<MyPromise | null> {
  const promise = await lastPromise(ctx.db, sale.id);
  if (!promise || (promise.stateId !== PROMISE.signing && promise.stateId !== PROMISE.signed)) return null;
  const found = await envelopeOf(ctx.db, 'promesa', promise.id);
  if (!found) return null;
  const { envelope, signers } = found;
  const me = await buyerHere(ctx, sale.id);
  const personId = (await buyersOf(ctx.db, sale.id)).find(({ id }) => id === me)?.personId;
  const mine = signers.find((one) => one.personId === personId && one.capacity === null);
  const { code, stateId, deliveryOn } = promise;
  return {
    code,
    stateId,
    deliveryOn,
    documentId: envelope.id,
    toSign: envelope.stateId === ENVELOPE.open && mine?.stateId === SIGNER.asked ? envelope.id : null,
    waitingFor: signers
      .filter((one) => one.stateId !== SIGNER.signed && one !== mine)
      .map(({ name }) => name),
    copyOf: envelope.stateId === ENVELOPE.sealed ? envelope.id : null,
  };
}

/** The same for the page, in plain words. */
export const presentPromise = ({ code, stateId, deliveryOn, toSign, waitingFor, copyOf }: MyPromise) => ({
  code,
  told:
    stateId === PROMISE.signed
      ? `Firmada por todos.${deliveryOn ? ` Tu vivienda se entrega a más tardar el ${dayText(deliveryOn)}.` : ''}`
      : toSign !== null
        ? 'Está lista para que la leas y la firmes.'
        : `Falta que firme ${waitingFor[0] ?? 'otra persona'}. Te avisamos cuando esté lista.`,
  signHref: toSign === null ? null : `/clientes/documentos/${toSign}/firmar`,
  copyHref: copyOf === null ? null : SEALED_PDF.replace(':id', String(copyOf)),
});
