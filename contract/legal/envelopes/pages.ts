import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { page } from '#contract/page.ts';
import { Capacity, SummaryLine } from './model.ts';

/** The page where one person reads and signs a document. */
export const signDocumentPage = page({
  name: 'legal/envelopes/SignDocumentPage',
  path: '/clientes/documentos/:id/firmar',
  access: 'client',
  params: z.object({ id: Id }),
  /** A form that was sent before the script had loaded comes back here: its code was sent. */
  query: z.object({ codigo: z.literal('enviado').optional().catch(undefined) }),
  title: 'Firma un documento',
  data: z.object({
    id: z.number().int(),
    title: z.string(),
    company: z.string(),
    /** The sale's name, for rejecting; the address of the purchase if it is open in this browser. */
    sale: z.object({ name: z.string(), href: z.string().nullable() }),
    summary: z.array(SummaryLine),
    /** SHA-256 of the document on screen. */
    hash: z.string(),
    pages: z.number().int(),
    signer: z.object({
      name: z.string(),
      capacity: Capacity.nullable(),
      /** Signs as a buyer; not for one, and not for the company. */
      buys: z.boolean(),
      documentLabel: z.string(),
      /** Put on every page in the same act; null when the document has none. */
      initials: z.string().nullable(),
    }),
    others: z.array(z.object({ name: z.string(), state: z.string(), done: z.boolean() })),
    consent: z.string(),
    until: z.string(),
    /** What the signer may do now. */
    standing: z.enum(['firmar', 'turno', 'certificar', 'firmado', 'rechazado', 'cerrado', 'bloqueado']),
    /** The sentence for a standing in which nothing can be signed. */
    told: z.string().nullable(),
    codeDue: z.boolean(),
    /** Where the code goes, masked. */
    codeTo: z.string(),
    /** The sentence of a code that was just sent; null without one. */
    codeSent: z.string().nullable(),
    tablet: z.boolean(),
    /** The sealed copy is there. */
    sealed: z.boolean(),
    sellerPhone: z.string().nullable(),
  }),
});
