import { eq } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { Refused } from '#server/kernel/errors.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { signatureState } from '../signing/signing.service.ts';
import { signingHere } from './signerHere.service.ts';

/**
 * The envelope that `id` names for a signer of this browser and this sale; null: the pre-contract is meant. Numbers of
 * sales and envelopes may be equal: then it is the pre-contract, as long as this buyer has not signed it.
 */
export async function rejectsHere(
  ctx: Context,
  saleName: string | number,
  id: string,
): Promise<number | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const envelopeId = Number(id);
  const here = await signingHere(ctx, envelopeId).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  });
  if (!here) return null;
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, here.envelope.saleId));
  if (!sale || ![String(sale.id), sale.code].includes(String(saleName))) return null;
  if (envelopeId !== sale.id || !ctx.client?.saleIds.includes(sale.id)) return envelopeId;
  return (await signatureState(ctx, sale.id))?.outcome === 'firmada' ? envelopeId : null;
}
