import { z } from 'zod';

/** A signature inside a PDF, as anybody may see it in a PDF reader. */
export const FoundSignature = z.object({
  signer: z.string(),
  issuer: z.string(),
  /** Proved by a time-stamp authority; null without one. */
  stamped_at: z.string().nullable(),
  /** As the signer claims. */
  claimed_at: z.string().nullable(),
  /** What it proves, a short sentence each; the first says whether it is valid. */
  tone: z.enum(['positive', 'attention', 'negative']),
  says: z.array(z.string()),
});
export type FoundSignature = z.infer<typeof FoundSignature>;

/** What a stranger may know of a sealed document: no personal data. */
export const PublicSeal = z.object({
  title: z.string(),
  company: z.string(),
  fingerprint: z.string(),
  sealed_at: z.string().nullable(),
  stamped_at: z.string().nullable(),
  /** Masked: A•• P••••. */
  signers: z.array(z.string()),
  chain_whole: z.boolean(),
  /** What the certificate is worth, as a sentence; null while it is not sealed. */
  certificate: z.string().nullable(),
});
export type PublicSeal = z.infer<typeof PublicSeal>;

/**
 * genuino: exactly the sealed file · firmado: what was signed, before its seal · alterado: it says that it is a sealed
 * document, and it is not that file · ajeno: signed, not by us · desconocido: nothing is known of it · rechazado: not opened ·
 * por_sellar: known, not sealed yet · existe: only the fingerprint was asked.
 */
export const OUTCOMES = [
  'genuino',
  'firmado',
  'alterado',
  'ajeno',
  'desconocido',
  'rechazado',
  'por_sellar',
  'existe',
] as const;

export const Verdict = z.object({
  outcome: z.enum(OUTCOMES),
  title: z.string(),
  /** Why, a sentence each. */
  says: z.array(z.string()),
  seal: PublicSeal.nullable(),
  signatures: z.array(FoundSignature),
});
export type Verdict = z.infer<typeof Verdict>;
