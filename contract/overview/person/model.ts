import { z } from 'zod';
import { DocumentType } from '#contract/identity.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { PERSON_FIELDS, PersonIdentity, type PersonField } from '#contract/sales/people/model.ts';
import { Named } from '#contract/sales/sale/model.ts';
import { ProspectContact, ProspectRow } from '#contract/sales/prospects/model.ts';
import { ActionOffer } from '#contract/offers.ts';

const Action = ActionOffer.nullable();

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
  /** Number of rows that were moved. */
  moved: z.number().int(),
  /** Undo; `disabled` says why it is no longer possible. Null: not permitted. */
  undo: Action,
});
export type PersonMerge = z.infer<typeof PersonMerge>;

/** A person with all data in the user's scope; sales and prospects outside it are only counted. */
export const Person = z.object({
  id: z.number().int(),
  version: z.number().int(),
  identity: PersonIdentity,
  created_at: z.string(),
  prospects: z.array(ProspectRow),
  sales: z.array(PersonSale),
  /** Number of sales and prospects outside the user's scope. */
  hidden: z.number().int(),
  family: z.array(
    z.object({
      sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
      name: z.string(),
      document: z.string().nullable(),
      relationship: z.string(),
    }),
  ),
  /** People linked to this one by a decision about a coincidence. */
  linked: z.array(
    z.object({
      coincidence_id: z.number().int(),
      person: Named,
      link: z.enum(['codeudor', 'familiar']),
      relationship: z.string().nullable(),
    }),
  ),
  /** Number of undecided coincidences. */
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
    /** Edit telephone and mail. */
    contact: Action,
    /** Edit name and document. */
    identity: Action,
  }),
});
export type Person = z.infer<typeof Person>;

/** Missing fields stay unchanged. With `version`, a change meanwhile gives 409. */
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
