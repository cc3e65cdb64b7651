import { z } from 'zod';
import { pageBy } from '#contract/paging.ts';
import { TransitionOffer } from '#contract/transitions.ts';

/** SHA-256 in hexadecimal. */
export const Fingerprint = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, { error: 'La huella tiene 64 letras y números.' });

const Text = z.string().max(2000);

/** One link of the evidence chain: its hash covers all other values and the previous hash (`linkOf`). */
export const ChainEvent = z.object({
  sequence: z.number().int().min(1),
  /** firmada · enviada · abierta … */
  kind: z.string().max(60),
  /** ISO 8601 in UTC. */
  at: z.string().max(40),
  /** Who did it, as a name that people read. */
  actor: z.string().max(200),
  detail: z.record(z.string(), z.unknown()).default({}),
  previousHash: Fingerprint.nullable(),
  hash: Fingerprint,
});
export type ChainEvent = z.infer<typeof ChainEvent>;

export const SealSigner = z.object({
  name: z.string().max(200),
  /** comprador · promotora … */
  role: z.string().max(60),
  /** Identity document as it is printed: "Cédula 8-712-45". */
  document: z.string().max(80),
  order: z.number().int().min(1),
  /** codigo · documento · tableta · tinta … (SIGNING_METHODS) */
  method: z.string().max(40),
  /** ISO 8601 in UTC. */
  signedAt: z.string().max(40),
  /** The same instant, as it is printed. */
  utc: z.string().max(60),
  panama: z.string().max(60),
  ip: z.string().max(60).nullable(),
  userAgent: Text.nullable(),
  identifiedBy: Text,
  /** Masked address or phone that the one-time code went to. */
  codeSentTo: z.string().max(120).nullable(),
  /** The drawn signature (a kernel file). */
  imageFileId: z.uuid().nullable().optional(),
  /** Initials that are printed on every page; null: none. */
  initials: z.string().max(8).nullable().optional(),
  /** Colleagues who saw the code or link before the signature, one sentence each. */
  seenByStaff: z.array(Text).optional(),
});
export type SealSigner = z.infer<typeof SealSigner>;

/** What is known of the signatures when the seal is asked for: frozen, and enough to verify without our server. */
export const SealEvidence = z.object({
  title: z.string().min(1).max(200),
  /** The code of the document: P-0012. */
  code: z.string().max(80),
  company: z.string().max(200),
  /** SHA-256 of the PDF that was shown to the signers. */
  documentHash: Fingerprint,
  consent: Text,
  signers: z.array(SealSigner).min(1).max(30),
  events: z.array(ChainEvent).max(1000),
});
export type SealEvidence = z.infer<typeof SealEvidence>;

/** A seal in the office. */
export const Seal = z.object({
  id: z.number().int(),
  version: z.number().int(),
  title: z.string(),
  code: z.string(),
  /** The record that was signed. */
  record: z.object({ reference: z.string(), id: z.number().int() }),
  sale: z.object({ id: z.number().int(), code: z.string().nullable(), customer: z.string() }).nullable(),
  state: z.object({ id: z.number().int(), name: z.string() }),
  /** Why it is not sealed yet; null when nothing is wrong. */
  fault: z.object({ code: z.string(), text: z.string() }).nullable(),
  attempts: z.number().int(),
  signers: z.number().int(),
  requested_at: z.string(),
  next_try_at: z.string().nullable(),
  sealed_at: z.string().nullable(),
  level: z.string().nullable(),
  /** Time of the time-stamp authority; null without one. */
  stamped_at: z.string().nullable(),
  certificate: z
    .object({
      subject: z.string(),
      issuer: z.string(),
      not_after: z.string(),
      /** Made by this system for trying: its issuer is nobody. */
      own: z.boolean(),
    })
    .nullable(),
  /** What the QR holds. */
  fingerprint: z.string(),
  sealed_hash: z.string().nullable(),
  file_url: z.string().nullable(),
  source_url: z.string(),
  bundle_url: z.string().nullable(),
  verify_url: z.string(),
  transitions: z.array(TransitionOffer),
});
export type Seal = z.infer<typeof Seal>;

export const SealFilter = pageBy('pedido').extend({
  estado_id: z.coerce.number().int().min(1).max(3).optional(),
  q: z.string().trim().max(80).optional(),
});
export type SealFilter = z.infer<typeof SealFilter>;
