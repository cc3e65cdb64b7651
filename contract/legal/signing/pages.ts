import { z } from 'zod';
import { page } from '#contract/page.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { PurchaseHead } from '#contract/sales/purchase/pages.ts';

/** What is signed, as it is shown and as its hash is taken. */
export const SignedText = z.object({
  title: z.string(),
  /** Label and value, in order: buyer, house, lot, price … */
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  paragraphs: z.array(z.string()),
});
export type SignedText = z.infer<typeof SignedText>;

export const signPage = page({
  name: 'legal/signing/SignPage',
  path: '/clientes/firma/:codigo',
  access: 'client',
  params: z.object({ codigo: SaleName }),
  title: 'Firma tu pre-contrato',
  data: z.object({
    sale: PurchaseHead,
    text: SignedText,
    /** SHA-256 of the text; goes back with the signature as `huella`. */
    hash: z.string(),
    /** What one agrees to by signing. */
    consent: z.string(),
    /** Who signs here, where several buy together; null where one buys alone. */
    signer: z.string().nullable(),
    /** The others who still have to sign. */
    waitingFor: z.array(z.string()),
    signedAt: z.string().nullable(),
    rejectedAt: z.string().nullable(),
    /** This browser did not fill in the form: a one-time code comes first. */
    codeDue: z.boolean(),
    /** Why it cannot be signed yet; null when it can. */
    notYet: z.string().nullable(),
  }),
});
