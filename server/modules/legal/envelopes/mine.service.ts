import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { MyDocument } from '#contract/legal/envelopes/mine.ts';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { buyerHere } from '#server/modules/sales/buyerAccess/buyerHere.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { untilText } from './signerHere.service.ts';
import { envelopes, envelopeSigners } from './envelopes.table.ts';

/**
 * The documents of a sale that the buyer of this browser signs in person: those that wait for signatures and the signed
 * ones, the newest first. Without a customer's session: of the main buyer.
 */
export async function myDocuments(
  ctx: Pick<Context, 'db' | 'client'>,
  saleId: number,
): Promise<MyDocument[]> {
  const me = await buyerHere(ctx, saleId);
  const buyer = (await buyersOf(ctx.db, saleId)).find(({ id }) => id === me);
  if (!buyer) return [];
  const found = await ctx.db
    .select({ envelope: envelopes, signer: envelopeSigners })
    .from(envelopeSigners)
    .innerJoin(envelopes, eq(envelopes.id, envelopeSigners.envelopeId))
    .where(
      and(
        eq(envelopes.saleId, saleId),
        inArray(envelopes.stateId, [ENVELOPE.open, ENVELOPE.signed, ENVELOPE.sealed]),
        eq(envelopeSigners.personId, buyer.personId),
        isNull(envelopeSigners.capacity),
      ),
    )
    .orderBy(desc(envelopes.id))
    .limit(50);
  return found.map(({ envelope, signer }) => ({
    id: envelope.id,
    title: envelope.title,
    sealed: envelope.sealedFileId !== null,
    ...(envelope.stateId !== ENVELOPE.open
      ? { standing: 'firmado' as const, text: 'Firmado por todos.' }
      : signer.stateId === SIGNER.asked
        ? { standing: 'firmar' as const, text: `Fírmalo hasta el ${untilText(envelope)}.` }
        : {
            standing: 'espera' as const,
            text:
              signer.stateId === SIGNER.signed
                ? 'Ya lo firmaste. Faltan otras firmas.'
                : signer.stateId === SIGNER.toCertify
                  ? 'Revisamos el documento que firmaste.'
                  : 'Todavía no es tu turno de firmar.',
          }),
  }));
}
