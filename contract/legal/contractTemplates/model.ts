import { z } from 'zod';
import { ActionOffer } from '#contract/offers.ts';
import { pageBy } from '#contract/paging.ts';
import { Named } from '#contract/company/users/people.ts';
import { StateHistory, TransitionOffer } from '#contract/transitions.ts';
import { Clause, Clauses } from './clauses.ts';
import { TEMPLATE_KIND_NAMES } from './fields.ts';

export const Kind = z.enum(TEMPLATE_KIND_NAMES);
export const PaymentForm = z.enum(['hipoteca', 'contado']);

export const TemplateRow = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: Kind,
  /** Null: for every project. */
  project: Named.nullable(),
  /** Null: for every form of payment. */
  payment_form: PaymentForm.nullable(),
  /** The approved version that contracts are made from; null: none yet. */
  approved: z.object({ number: z.number().int(), at: z.string(), by: z.string().nullable() }).nullable(),
  /** The version that is written or reviewed. */
  open: z.object({ number: z.number().int(), state: Named }).nullable(),
  archived: z.boolean(),
  version: z.number().int(),
});
export type TemplateRow = z.infer<typeof TemplateRow>;

export const TemplateFilter = pageBy('name', 'id').extend({
  tipo: Kind.optional(),
  proyecto_id: z.coerce.number().int().min(1).optional(),
  /** Only those with a version to review. */
  por_aprobar: z.enum(['1']).optional(),
  archivadas: z.enum(['1', '0']).optional(),
  q: z.string().trim().max(80).optional(),
});
export type TemplateFilter = z.infer<typeof TemplateFilter>;

export const VersionRow = z.object({
  number: z.number().int(),
  state: Named,
  note: z.string().nullable(),
  clauses: z.number().int(),
  written_by: z.string().nullable(),
  created_at: z.string(),
  submitted_at: z.string().nullable(),
  approved_by: z.string().nullable(),
  approved_at: z.string().nullable(),
  retired_at: z.string().nullable(),
});

export const TemplateRecord = TemplateRow.extend({
  versions: z.array(VersionRow),
  history: StateHistory,
  actions: z.object({
    edit: ActionOffer.nullable(),
    draft: ActionOffer.nullable(),
    archive: ActionOffer.nullable(),
  }),
});
export type TemplateRecord = z.infer<typeof TemplateRecord>;

/** One version with its text. */
export const TemplateVersion = VersionRow.extend({
  template: z.object({ id: z.number().int(), name: z.string(), kind: Kind }),
  body: z.array(Clause),
  /** The approved text that it is compared with; null: none, or this one. */
  compared_with: z.object({ number: z.number().int(), body: z.array(Clause) }).nullable(),
  transitions: z.array(TransitionOffer),
  edit: ActionOffer.nullable(),
  version: z.number().int(),
});
export type TemplateVersion = z.infer<typeof TemplateVersion>;

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' });

const form = {
  nombre: line(120).min(1, { error: 'Escribe el nombre.' }),
  proyecto_id: z.number().int().min(1).nullable().default(null),
  forma_pago: PaymentForm.nullable().default(null),
};

/** A new template begins with the standard clauses of its kind, or with the newest text of another one. */
export const NewTemplate = z.object({
  tipo: Kind,
  ...form,
  copia_de: z.number().int().min(1).nullable().default(null),
});
export type NewTemplate = z.output<typeof NewTemplate>;

export const TemplateChange = z.object({ ...form, version: z.number().int().optional() });
export type TemplateChange = z.output<typeof TemplateChange>;

export const SavedText = z.object({
  clausulas: Clauses,
  nota: line(300)
    .transform((said) => said || null)
    .nullable()
    .default(null),
  version: z.number().int().optional(),
});
export type SavedText = z.output<typeof SavedText>;
