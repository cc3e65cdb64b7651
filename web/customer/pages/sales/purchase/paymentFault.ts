import type { FieldError } from '#contract/errors.ts';
import { parseMoney } from '#contract/money.ts';
import { amountQuestion } from '#contract/sales/purchase/amount.ts';
import { fieldError, paymentPairError } from '#contract/sales/purchase/rules.ts';

/** Form field of the proof. */
export const PROOF = 'archivo_comprobante';

/** Error if the amount differs from the amount due and is not confirmed; else null. */
export function amountFault(form: FormData, what: string, dueCents: number): FieldError | null {
  const typed = form.get('monto_pagado');
  const read = typeof typed === 'string' && typed.trim() !== '' ? parseMoney(typed) : null;
  if (!read || 'error' in read || form.has('monto_confirmado')) return null;
  const message = amountQuestion(what, dueCents, read.cents);
  return message ? { field: 'monto_pagado', message } : null;
}

/** Error that prevents the report of a payment (rulings.md 21): proof and amount come together. */
export function paymentFault(amount: string, proof: boolean): FieldError | null {
  const typed = amount.trim() !== '';
  if (!proof && !typed)
    return { field: PROOF, message: 'Adjunta el comprobante de tu pago y escribe el monto.' };
  const lacks = paymentPairError({ proof, amount: typed });
  if (lacks) return { field: lacks.field, message: lacks.label };
  const malformed = fieldError('monto_pagado', amount);
  return malformed ? { field: 'monto_pagado', message: malformed } : null;
}
