import { z } from 'zod';
import { page } from '#contract/page.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { PurchaseHead } from '#contract/sales/purchase/pages.ts';

/** The text to sign: the page shows it and its hash is computed from it. */
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
    /** SHA-256 of the text; sent back with the signature as `huella`. */
    hash: z.string(),
    /** What the signer agrees to. */
    consent: z.string(),
    /** The signer's name when several buy together; null for a single buyer. */
    signer: z.string().nullable(),
    /** The other buyers who still have to sign. */
    waitingFor: z.array(z.string()),
    signedAt: z.string().nullable(),
    rejectedAt: z.string().nullable(),
    /** This browser did not fill in the form, so it needs a one-time code first. */
    codeDue: z.boolean(),
    /** Why it cannot be signed yet; null when it can. */
    notYet: z.string().nullable(),
  }),
});
