import type { FieldError } from '#contract/errors.ts';
import { fieldError, paymentPairError } from '#contract/purchase/rules.ts';

/** Field of the proof, as the forms send it. */
export const PROOF = 'archivo_comprobante';

/** What keeps a payment from being reported (rulings.md 21): proof and amount come together. */
export function paymentFault(amount: string, proof: boolean): FieldError | null {
  const typed = amount.trim() !== '';
  if (!proof && !typed)
    return { field: PROOF, message: 'Adjunta el comprobante de tu pago y escribe el monto.' };
  const lacks = paymentPairError({ proof, amount: typed });
  if (lacks) return { field: lacks.field, message: lacks.label };
  const malformed = fieldError('monto_pagado', amount);
  return malformed ? { field: 'monto_pagado', message: malformed } : null;
}
