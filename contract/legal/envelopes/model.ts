import { z } from 'zod';
import { StaffLook } from '#contract/company/outbox/looks.ts';
import { Id } from '#contract/ids.ts';
import { ActionOffer } from '#contract/offers.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { CAPACITIES, SIGN_METHOD_NAMES } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

/** The plain summary that is shown first and signed with the document. */
export const SummaryLine = z.object({ label: z.string().max(120), value: z.string().max(2000) });
export type SummaryLine = z.infer<typeof SummaryLine>;

/** Who signs for a buyer, and by which power. */
export const Capacity = z.object({
  kind: z.enum(Object.keys(CAPACITIES) as [keyof typeof CAPACITIES]),
  /** The buyer, and the buyer's document. */
  of: z.string(),
  of_document: z.string(),
  /** The power or the company's register data, as the document cites it. */
  power: z.string(),
});
export type Capacity = z.infer<typeof Capacity>;

/** A signature that is already inside an uploaded PDF. */
export const FoundSignature = z.object({
  signer: z.string(),
  at: z.string().nullable(),
  valid: z.boolean(),
  note: z.string(),
});
export type FoundSignature = z.infer<typeof FoundSignature>;

/** A paper that waits until a person certifies it: a PDF signed by hand, or a scan of wet ink. */
export const SignedPaper = z.object({
  id: z.number().int(),
  kind: z.enum(['mano', 'tinta']),
  url: z.string(),
  by: z.string(),
  at: z.string(),
  /** The caller may certify it, or why not. */
  certify: ActionOffer,
});

/** A signer as the office sees it. */
export const EnvelopeSigner = z.object({
  id: z.number().int(),
  order: z.number().int(),
  role: z.enum(['comprador', 'promotora']),
  name: z.string(),
  document: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  capacity: Capacity.nullable(),
  state: Named,
  asked_at: z.string().nullable(),
  opened_at: z.string().nullable(),
  signed_at: z.string().nullable(),
  method: z.enum(SIGN_METHOD_NAMES).nullable(),
  reason: z.string().nullable(),
  /** The link is closed after five wrong codes. */
  blocked: z.boolean(),
  /** The person's phone or mail changed after the document was sent: the link no longer works. */
  contact_changed: z.boolean(),
  handed: z.object({ by: z.string(), at: z.string() }).nullable(),
  paper: SignedPaper.nullable(),
});
export type EnvelopeSigner = z.infer<typeof EnvelopeSigner>;

export const EnvelopeRow = z.object({
  id: z.number().int(),
  title: z.string(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  /** The main buyer. */
  name: z.string(),
  project: Named,
  /** The record that the document belongs to; `sobre` itself for a document without one. */
  record: z.string(),
  record_id: z.number().int(),
  state: Named,
  /** Whose turn it is; null when nobody's. */
  turn: z.string().nullable(),
  signed_count: z.number().int(),
  signers_count: z.number().int(),
  opened_at: z.string(),
  /** Since when the current signer is asked, or the state began. */
  since: z.string(),
  expires_at: z.string(),
});
export type EnvelopeRow = z.infer<typeof EnvelopeRow>;

/** One event of the chain, as the office reads it. */
export const EnvelopeEvent = z.object({
  sequence: z.number().int(),
  kind: z.string(),
  text: z.string(),
  at: z.string(),
  actor: z.string(),
  hash: z.string(),
});

export const Envelope = EnvelopeRow.extend({
  version: z.number().int(),
  summary: z.array(SummaryLine),
  initials: z.boolean(),
  reason: z.string().nullable(),
  /** What the closed envelope means for the signatures it had. */
  lost: z.string().nullable(),
  opened_by: z.string().nullable(),
  file: z.object({ name: z.string(), url: z.string(), sha256: z.string() }),
  sealed: z.object({ url: z.string() }).nullable(),
  signers: z.array(EnvelopeSigner),
  events: z.array(EnvelopeEvent),
  /** Whether the chain of events is whole. */
  chain_whole: z.boolean(),
  /** Times that colleagues saw a code or link of this sale. */
  looks: z.array(StaffLook),
  /** The newer envelope of the same document. */
  next_id: z.number().int().nullable(),
  again: ActionOffer,
  /** The caller may resend, hand over, open the tablet and scan ink. */
  works: z.boolean(),
  transitions: z.array(TransitionOffer),
});
export type Envelope = z.infer<typeof Envelope>;

export const EnvelopeFilter = pageBy('id', 'expires_at', 'since').extend({
  q: z.string().trim().max(80).optional(),
  estado_id: z.coerce.number().int().min(1).max(6).optional(),
  proyecto_id: Id.optional(),
  /** Waiting for more than 72 hours. */
  tarde: z.literal('1').optional(),
});
export type EnvelopeFilter = z.infer<typeof EnvelopeFilter>;

export const EnvelopeStatusChange = StatusChange;

/** Whom the office chooses: the main buyer, a co-buyer by id, or a representative of the company by id. */
const Who = z
  .string({ error: 'Elige quién firma.' })
  .regex(/^(comprador(:\d{1,15})?|representante:\d{1,15})$/, { error: 'Elige quién firma.' });
const typed = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Escribe como máximo ${most} caracteres.` });

/** A signer as the office chooses it. `otro`: somebody else signs for that buyer, with the data that follow. */
export const ChosenSigner = z
  .object({
    quien: Who,
    otro: z.enum(['no', 'apoderado', 'representante_legal']).default('no'),
    nombre: typed(120).optional(),
    tipo_documento: z.enum(['cedula', 'pasaporte']).default('cedula'),
    documento: typed(40).optional(),
    celular: typed(40).optional(),
    email: typed(160).optional(),
    poder: typed(300).optional(),
  })
  .superRefine(({ otro, nombre, documento, celular, email, poder }, ctx) => {
    if (otro === 'no') return;
    const fault = (field: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [field], message });
    if (!nombre) fault('nombre', 'Escribe el nombre de quien firma.');
    if (!documento) fault('documento', 'Escribe el número de su documento.');
    if (!celular) fault('celular', 'Escribe su celular: ahí le llega el código.');
    if (email && !z.email().safeParse(email).success) fault('email', 'Escribe un correo válido.');
    if (!poder || poder.length < 3) fault('poder', 'Escribe los datos del poder o del registro.');
  });
export type ChosenSigner = z.output<typeof ChosenSigner>;

const Text = z
  .string()
  .trim()
  .min(3, { error: 'Escribe el título del documento.' })
  .max(120, { error: 'Escribe como máximo 120 caracteres.' })
  .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });

/** A PDF that a colleague sends for signing, as a multipart form. */
export const SendDocument = z.object({
  titulo: Text,
  /** What the document is about, in plain words: shown first and signed with it. */
  resumen: z
    .string()
    .trim()
    .min(10, { error: 'Resume en una o dos frases qué se firma.' })
    .max(2000, { error: 'Escribe como máximo 2000 caracteres.' }),
  dias: z.coerce
    .number()
    .int()
    .min(1, { error: 'Escribe de 1 a 90 días.' })
    .max(90, { error: 'Escribe de 1 a 90 días.' }),
  iniciales: z.stringbool({ error: 'Marca si lleva iniciales.' }).default(false),
  firmantes: z
    .array(ChosenSigner, { error: 'Elige quiénes firman.' })
    .min(1, { error: 'Elige al menos a una persona que firme.' })
    .max(12, { error: 'Firman 12 personas como máximo.' }),
});
export type SendDocument = z.output<typeof SendDocument>;

/** Who can be asked to sign for a sale. */
export const SignerChoices = z.object({
  buyers: z.array(
    z.object({
      /** As `quien` of a signer. */
      value: z.string(),
      name: z.string(),
      /** Why this buyer cannot be asked; null when possible. */
      whyNot: z.string().nullable(),
      /** A company: somebody else must sign for it. */
      company: z.boolean(),
    }),
  ),
  representatives: z.array(z.object({ value: z.string(), name: z.string(), whyNot: z.string().nullable() })),
});
export type SignerChoices = z.infer<typeof SignerChoices>;
