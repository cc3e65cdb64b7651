import { z } from 'zod';

/** A document of a purchase, as one of its signers sees it in "Mi compra". */
export const MyDocument = z.object({
  id: z.number().int(),
  title: z.string(),
  /** firmar: it is the turn of the buyer who looks · espera: of others · firmado: by all. */
  standing: z.enum(['firmar', 'espera', 'firmado']),
  text: z.string(),
  /** The sealed copy can be downloaded. */
  sealed: z.boolean(),
});
export type MyDocument = z.infer<typeof MyDocument>;
