import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { DocumentType } from '#contract/identity.ts';
import { pageBy } from '#contract/paging.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { Named } from '#contract/sales/sale/model.ts';
import { TransitionOffer } from '#contract/transitions.ts';

const stages = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(6)).max(6).optional(),
);
const flag = z.enum(['1', '0']).transform((text) => text === '1');

/** Columns to order by: id (newest first, by default) · next_follow_up_on · last_action_at. */
export const ProspectFilter = pageBy('id', 'next_follow_up_on', 'last_action_at').extend({
  etapa_id: stages,
  proyecto_id: Id.optional(),
  /** `0`: those without an adviser. */
  asesor_id: z.coerce.number().int().min(0).optional(),
  origen: z.string().trim().max(40).optional(),
  /** Only those that are due today or were before, the longest waiting first. */
  hoy: flag.optional(),
  /** Name, telephone or document, in any format. */
  q: z.string().trim().max(80).optional(),
});
export type ProspectFilter = z.infer<typeof ProspectFilter>;

/** A row of the list or a card of the board. Telephone masked: the record shows it whole. */
export const ProspectRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  stage: Named,
  stage_since: z.string(),
  person: Named,
  phone: z.string(),
  project: Named,
  model: Named.nullable(),
  adviser: Named.nullable(),
  origin: z.string().nullable(),
  campaign: z.string().nullable(),
  last_action: Named,
  last_action_at: z.string(),
  /** Nobody has tried to reach the person yet. */
  untouched: z.boolean(),
  /** YYYY-MM-DD; null once it has ended. */
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
  /** Null: it happened by itself. */
  who: z.string().nullable(),
  at: z.string(),
});
export type ProspectContact = z.infer<typeof ProspectContact>;

const Action = z.object({ disabled: z.string().nullable() }).nullable();

export const Prospect = ProspectRow.extend({
  /** E.164 */
  phone: z.string(),
  email: z.string().nullable(),
  document: z.object({ type: z.string(), number: z.string() }).nullable(),
  income_range: Named.nullable(),
  /** The caller may not read what somebody earns (documentos.ingresos): `income_range` is null whatever it is. */
  income_hidden: z.boolean(),
  interest: z.string().nullable(),
  discard_reason: z.string().nullable(),
  consent_at: z.string().nullable(),
  contacted_at: z.string().nullable(),
  /** Changes of stage and contacts, newest first. */
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
    .max(max, { error: `Escribe como máximo ${max} letras.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' })
    .transform((said) => said || null)
    .nullable();

/** What is known of a prospect. More than name, telephone and mail of a person needs the data consent (rulings.md 17). */
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
    /** The person is this one, who is known already and within the caller's reach. */
    persona_id: z.number().int().min(1).optional(),
    /** It is somebody else, although telephone, document or mail are the same. */
    otra_persona: z.boolean().optional(),
  });
export type NewProspect = z.infer<typeof NewProspect>;

/** What is left out stays. The person's own data are changed on the person's page. */
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
    .max(1000, { error: 'Escribe como máximo 1000 letras.' })
    .transform((said) => said || null)
    .nullable()
    .optional(),
  /** Left out: three days from now. */
  proximo_seguimiento: IsoDate.optional(),
});
export type NewContact = z.infer<typeof NewContact>;

/** Somebody who is already known under one of the keys. Of another's client only the adviser's name is told. */
export const KnownPerson = z.object({
  keys: z.array(z.enum(['documento', 'celular', 'correo'])),
  /** Null: not within the caller's reach. */
  person: Named.nullable(),
  /** Who attends the person; null: nobody yet. */
  adviser: z.string().nullable(),
  /** Open follow-up in the same project, where the caller may open it. */
  prospect_id: z.number().int().nullable(),
});
export type KnownPerson = z.infer<typeof KnownPerson>;

/** "Ya existe: Ana Ruiz, con el mismo celular." — or, of another's client, who attends it. */
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

/** Becomes a pre-contract: model, lot held 30 minutes, consents. The person and the origin are those of the prospect. */
export const Conversion = z.object({
  modelo_id: z.number().int().min(1, { error: 'Elige el modelo.' }),
  lote_id: z.number().int().min(1).optional(),
  consentimiento_datos: z.boolean().optional(),
  consentimiento_apc: z.boolean().optional(),
  version: z.number().int().optional(),
});
export type Conversion = z.infer<typeof Conversion>;
