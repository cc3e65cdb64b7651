import { z } from 'zod';
import { DocumentType } from '#contract/identity.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { PERSON_FIELDS, PersonIdentity, type PersonField } from '#contract/sales/people/model.ts';
import { Named } from '#contract/sales/sale/model.ts';
import { ProspectContact, ProspectRow } from '#contract/sales/prospects/model.ts';

const Action = z.object({ disabled: z.string().nullable() }).nullable();

const Field = z.enum(Object.keys(PERSON_FIELDS) as [PersonField, ...PersonField[]]);

export const PersonSale = z.object({
  id: z.number().int(),
  code: z.string().nullable(),
  state: Named,
  project: Named,
  model: Named,
  lot: z.string().nullable(),
  price_centavos: z.number().int(),
  adviser: Named.nullable(),
  last_action: Named,
  last_action_at: z.string(),
  created_at: z.string(),
});

export const PersonMerge = z.object({
  id: z.number().int(),
  survivor: Named,
  merged: Named,
  by: z.string().nullable(),
  at: z.string(),
  /** Rows that were moved. */
  moved: z.number().int(),
  /** Undoing it; `disabled` says why it is no longer possible. Null: not allowed. */
  undo: Action,
});
export type PersonMerge = z.infer<typeof PersonMerge>;

/** A person with all that the caller may see of them: sales and prospects of others are only counted. */
export const Person = z.object({
  id: z.number().int(),
  version: z.number().int(),
  identity: PersonIdentity,
  created_at: z.string(),
  prospects: z.array(ProspectRow),
  sales: z.array(PersonSale),
  /** Sales and prospects of this person that are not within the caller's reach. */
  hidden: z.number().int(),
  family: z.array(
    z.object({
      sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
      name: z.string(),
      document: z.string().nullable(),
      relationship: z.string(),
    }),
  ),
  /** Bound to this person by a coincidence that was decided so. */
  linked: z.array(
    z.object({
      coincidence_id: z.number().int(),
      person: Named,
      link: z.enum(['codeudor', 'familiar']),
      relationship: z.string().nullable(),
    }),
  ),
  /** Coincidences that wait for somebody to decide. */
  coincidences: z.number().int(),
  contacts: z.array(ProspectContact.extend({ prospect_id: z.number().int() })),
  changes: z.array(
    z.object({
      id: z.number().int(),
      field: Field,
      before: z.string().nullable(),
      after: z.string().nullable(),
      who: z.string().nullable(),
      at: z.string(),
    }),
  ),
  merges: z.array(PersonMerge),
  actions: z.object({
    /** Telephone and mail. */
    contact: Action,
    /** Name and document. */
    identity: Action,
  }),
});
export type Person = z.infer<typeof Person>;

/** What is left out stays. With `version`, a change made meanwhile answers 409. */
export const PersonChange = z
  .object({
    nombre: OfficeForm.shape.nombre,
    celular: OfficeForm.shape.celular,
    email: OfficeForm.shape.email,
    tipo_documento: DocumentType,
    cedula: z.string().trim().max(40),
    consentimiento_datos: z.literal(true),
  })
  .partial()
  .extend({ version: z.number().int().optional() });
export type PersonChange = z.infer<typeof PersonChange>;
