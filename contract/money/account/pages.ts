import { z } from 'zod';
import { page } from '#contract/page.ts';

/** The code of a receipt, however it was typed: spaces, hyphens and capitals do not count. */
export const ReceiptCode = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{16}$/));

/** The code as printed: 4F2A-90BC-11D7-E3A0. */
export const receiptCodeText = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

const ReceiptState = z.enum(['valido', 'reversado', 'devuelto']);
export type ReceiptState = z.infer<typeof ReceiptState>;

/** Tells whoever holds a receipt whether it is real and still counts. It names nobody. */
export const receiptPage = page({
  name: 'money/account/ReceiptPage',
  path: '/recibo/:codigo',
  access: 'public',
  params: z.object({ codigo: ReceiptCode }),
  title: 'Verificar un recibo',
  data: z.object({
    number: z.string(),
    centavos: z.number().int(),
    /** YYYY-MM-DD: the bank's day. */
    day: z.string(),
    project: z.string(),
    state: ReceiptState,
    /** The day of the reversal. */
    reversed_on: z.string().nullable(),
  }),
});
