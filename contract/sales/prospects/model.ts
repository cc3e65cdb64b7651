import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { DocumentType } from '#contract/identity.ts';
import { pageBy } from '#contract/paging.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { Named } from '#contract/sales/sale/model.ts';
import { TransitionOffer } from '#contract/transitions.ts';
import { ActionOffer } from '#contract/offers.ts';

const stages = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(6)).max(6).optional(),
);
const flag = z.enum(['1', '0']).transform((text) => text === '1');

/** Sort columns: id (default, newest first) · next_follow_up_on · last_action_at. */
export const ProspectFilter = pageBy('id', 'next_follow_up_on', 'last_action_at').extend({
  etapa_id: stages,
  proyecto_id: Id.optional(),
  /** `0`: without an adviser. */
  asesor_id: z.coerce.number().int().min(0).optional(),
  origen: z.string().trim().max(40).optional(),
  /** Only follow-ups due today or earlier, oldest first. */
  hoy: flag.optional(),
  /** Name, telephone or identity document, in any format. */
  q: z.string().trim().max(80).optional(),
});
export type ProspectFilter = z.infer<typeof ProspectFilter>;

/** A list row or board card. The telephone is masked; the record has it in full. */
export const ProspectRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  stage: Named,
  stage_since: z.string(),
  person: Named,
  phone: z.string(),
  /** The telephone in full, E.164, for users who follow the prospect up. */
  call: z.string().nullable(),
  project: Named,
  model: Named.nullable(),
  adviser: Named.nullable(),
  origin: z.string().nullable(),
  campaign: z.string().nullable(),
  last_action: Named,
  last_action_at: z.string(),
  /** Nobody has contacted the person yet. */
  untouched: z.boolean(),
  /** YYYY-MM-DD; null after the end. */
  next_follow_up_on: z.string().nullable(),
  due: z.boolean(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }).nullable(),
  created_at: z.string(),
});
export type ProspectRow = z.infer<typeof ProspectRow>;

export const ProspectContact = z.object({
  id: z.number().int(),
  action: Named,
  note: z.string().nullable(),
  next_follow_up_on: z.string().nullable(),
  /** Null: automatic. */
  who: z.string().nullable(),
  at: z.string(),
});
export type ProspectContact = z.infer<typeof ProspectContact>;

const Action = ActionOffer.nullable();

export const Prospect = ProspectRow.extend({
  /** E.164 */
  phone: z.string(),
  email: z.string().nullable(),
  document: z.object({ type: z.string(), number: z.string() }).nullable(),
  income_range: Named.nullable(),
  /** The user may not see incomes (documentos.ingresos): `income_range` is always null. */
  income_hidden: z.boolean(),
  interest: z.string().nullable(),
  discard_reason: z.string().nullable(),
  consent_at: z.string().nullable(),
  contacted_at: z.string().nullable(),
  /** Stage changes and contacts, newest first. */
  contacts: z.array(ProspectContact),
  history: z.array(
    z.object({
      id: z.number().int(),
      from: z.string().nullable(),
      to: z.string(),
      who: z.string().nullable(),
      text: z.string().nullable(),
      at: z.string(),
    }),
  ),
  transitions: z.array(TransitionOffer),
  actions: z.object({ edit: Action, contact: Action, convert: Action, assign: Action }),
});
export type Prospect = z.infer<typeof Prospect>;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' })
    .transform((said) => said || null)
    .nullable();

/** Data of a prospect. More than name, telephone and mail needs the data consent (rulings.md 17). */
const form = {
  nombre: OfficeForm.shape.nombre,
  celular: OfficeForm.shape.celular,
  email: OfficeForm.shape.email,
  tipo_documento: DocumentType,
  cedula: z
    .string()
    .trim()
    .max(40)
    .transform((said) => said || null)
    .nullable(),
  ingreso_id: z.number().int().min(1).max(9999).nullable(),
  proyecto_id: z.number().int().min(1, { error: 'Elige el proyecto.' }),
  modelo_id: z.number().int().min(1).nullable(),
  origen: text(40),
  numero_camp: text(40),
  interes: text(300),
  asesor_id: z.number().int().min(1).nullable(),
  proximo_seguimiento: IsoDate,
  consentimiento_datos: z.boolean(),
};

export const NewProspect = z
  .object(form)
  .partial()
  .required({ nombre: true, celular: true, proyecto_id: true })
  .extend({
    /** An existing person within the user's scope. */
    persona_id: z.number().int().min(1).optional(),
    /** A different person, although telephone, document or mail are the same. */
    otra_persona: z.boolean().optional(),
  });
export type NewProspect = z.infer<typeof NewProspect>;

/** Missing fields stay unchanged. The person's own data is edited on the person's page. */
export const ProspectChange = z
  .object(form)
  .omit({ nombre: true, celular: true, email: true, tipo_documento: true, cedula: true, asesor_id: true })
  .partial()
  .extend({ version: z.number().int().optional() });
export type ProspectChange = z.infer<typeof ProspectChange>;

export const NewContact = z.object({
  accion_id: z.number().int().min(1).max(99),
  nota: z
    .string()
    .trim()
    .max(1000, { error: 'Escribe como máximo 1000 caracteres.' })
    .transform((said) => said || null)
    .nullable()
    .optional(),
  /** Missing: three days from now. */
  proximo_seguimiento: IsoDate.optional(),
});
export type NewContact = z.infer<typeof NewContact>;

/** An existing person with one of the same keys. For another adviser's client only the adviser's name is shown. */
export const KnownPerson = z.object({
  keys: z.array(z.enum(['documento', 'celular', 'correo'])),
  /** Null: outside the user's scope. */
  person: Named.nullable(),
  /** The person's adviser; null: none yet. */
  adviser: z.string().nullable(),
  /** Open prospect in the same project, if the user may open it. */
  prospect_id: z.number().int().nullable(),
});
export type KnownPerson = z.infer<typeof KnownPerson>;

/** "Ya existe: Ana Ruiz, con el mismo celular." For another adviser's client: only the adviser's name. */
export function knownSentence({ keys, person, adviser }: KnownPerson): string {
  const words = { documento: 'el mismo documento', celular: 'el mismo celular', correo: 'el mismo correo' };
  const same = keys.map((key) => words[key]).join(' y ');
  const by = adviser ? ` Lo atiende ${adviser}.` : '';
  return person
    ? `Ya existe: ${person.name}, con ${same}.${by}`
    : `Ya existe alguien con ${same}.${by || ' Pídelo a coordinación.'}`;
}

export const KeysToCheck = z.object({
  celular: z.string().trim().max(40).optional(),
  email: z.string().trim().max(120).optional(),
  tipo_documento: DocumentType.optional(),
  cedula: z.string().trim().max(40).optional(),
  proyecto_id: z.number().int().min(1).optional(),
});
export type KeysToCheck = z.infer<typeof KeysToCheck>;

/** Converts to a pre-contract: model, lot held for 30 minutes, consents. Person and origin come from the prospect. */
export const Conversion = z.object({
  modelo_id: z.number().int().min(1, { error: 'Elige el modelo.' }),
  lote_id: z.number().int().min(1).optional(),
  consentimiento_datos: z.boolean().optional(),
  consentimiento_apc: z.boolean().optional(),
  version: z.number().int().optional(),
});
export type Conversion = z.infer<typeof Conversion>;
