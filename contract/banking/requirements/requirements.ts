import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { DebtLoad } from '#contract/projects/interest/model.ts';
import { Id } from '#contract/ids.ts';
import { SECTORS } from '#contract/sales/sale/values.ts';
import { Application, Named } from '#contract/banking/applications/applications.ts';
import { ActionOffer } from '#contract/offers.ts';

export const NATIONALITIES = { nacional: 'Panameños', extranjero: 'Extranjeros' } as const;
const Nationality = z.enum(Object.keys(NATIONALITIES) as [keyof typeof NATIONALITIES]);

/**
 * A document that a bank requires. Null bank, sector or nationality: any. A bank's own row takes precedence over the
 * general one.
 */
export const Requirement = z.object({
  id: z.number().int(),
  bank: Named.nullable(),
  sector: z.enum(SECTORS).nullable(),
  nationality: Nationality.nullable(),
  type: Named,
  label: z.string(),
  required: z.boolean(),
  /** Maximum age in days from the issue date; null: the rule of the document type. */
  max_age_days: z.number().int().nullable(),
  position: z.number().int(),
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  version: z.number().int(),
});
export type Requirement = z.infer<typeof Requirement>;

export const RequirementForm = z.object({
  banco_id: z.number().int().min(1).max(32_767).nullable(),
  sector: z.enum(SECTORS).nullable(),
  nacionalidad: Nationality.nullable(),
  tipo_id: z.number().int().min(1).max(32_767),
  etiqueta: z.string().trim().max(80).default(''),
  obligatorio: z.boolean(),
  dias_maximo: z.number().int().min(1).max(3650).nullable(),
  orden: z.number().int().min(0).max(999),
  desde: IsoDate,
  hasta: IsoDate.nullable().default(null),
});

export const listRequirements = endpoint({
  method: 'GET',
  path: '/api/sale/bank_requirements',
  access: 'tramites.ver',
  shows: ['requisito_bancario'],
  summary: 'Documentos que piden los bancos',
  query: z.object({
    banco_id: z.coerce.number().int().min(0).optional(),
    historia: z.enum(['0', '1']).optional(),
  }),
  answer: data(z.array(Requirement)),
});

export const addRequirement = endpoint({
  method: 'POST',
  path: '/api/sale/bank_requirements',
  access: ['tramites.aprobar', 'ventas.aprobar'],
  touches: ['requisito_bancario'],
  summary: 'Agrega un documento a lo que pide un banco',
  body: RequirementForm,
  answer: data(Requirement),
  status: 201,
  idempotent: true,
});

export const changeRequirement = endpoint({
  method: 'PATCH',
  path: '/api/sale/bank_requirements/:id',
  access: ['tramites.aprobar', 'ventas.aprobar'],
  touches: ['requisito_bancario'],
  summary: 'Cambia un documento que pide un banco, o lo termina con su última fecha',
  params: z.object({ id: Id }),
  body: RequirementForm.extend({ version: z.number().int().optional() }),
  answer: data(Requirement),
  errors: ['STALE'],
});

/** listo · por_vencer: expires before the bank usually answers · por_revisar · falta · vencido · no_pide */
export const GAP = {
  listo: 'Listo',
  por_vencer: 'Vence antes de la respuesta',
  por_revisar: 'Por revisar',
  falta: 'Falta',
  vencido: 'Vencido',
  no_pide: 'No lo pide este banco',
} as const;
export type Gap = keyof typeof GAP;

export const MatrixCell = z.object({
  bank_id: z.number().int(),
  gap: z.enum(Object.keys(GAP) as [Gap]),
  required: z.boolean(),
  /** Last day on which this bank accepts it. */
  until: z.string().nullable(),
});
export const MatrixRow = z.object({
  key: z.string(),
  kind: z.enum(['papel', 'dato']),
  label: z.string(),
  /** Document of the sale; null: not requested from the customer yet. */
  document_id: z.number().int().nullable(),
  cells: z.array(MatrixCell),
});
export const MatrixBank = Named.extend({
  /** Usual answer time in working days. */
  answer_days: z.number().int(),
  /** Expected answer day if sent today. */
  answer_on: z.string(),
  /** The bank has answered: no document can expire before the answer any more. */
  answered: z.boolean(),
  application_id: z.number().int().nullable(),
  /** Number of required documents that are not approved or not in force. */
  missing: z.number().int(),
  dying: z.number().int(),
  /** Number of values that its form requires and that are empty. */
  missing_data: z.number().int(),
});

/** All bank data of one sale. */
export const SaleBanks = z.object({
  applications: z.array(Application),
  banks: z.array(MatrixBank),
  rows: z.array(MatrixRow),
  /** Banks to choose from: the project's, or every lender when the project names none. */
  offered: z.array(
    Named.extend({
      executives: z.array(z.object({ id: z.number().int(), name: z.string(), main: z.boolean() })),
    }),
  ),
  /** Price less down payment, in centavos: what the loan must cover. */
  to_finance_centavos: z.number().int(),
  /** Loan term in months, and where the term and the amount come from. */
  term_months: z.number().int(),
  terms_of: z.enum(['plan', 'proforma', 'proyecto']),
  /** Of the family's income; null when the user may not see it or it cannot be computed. */
  ratio: DebtLoad.nullable(),
  create: ActionOffer.nullable(),
  ask_papers: z.boolean(),
});
export type SaleBanks = z.infer<typeof SaleBanks>;

export const getSaleBanks = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/bank_applications',
  access: 'tramites.ver',
  shows: ['solicitud', 'requisito_bancario'],
  summary: 'Los bancos de una venta: solicitudes y lo que falta para cada banco',
  params: z.object({ id: Id }),
  query: z.object({
    bancos: z
      .string()
      .regex(/^\d{1,5}(,\d{1,5}){0,9}$/)
      .optional(),
  }),
  answer: data(SaleBanks),
});

export const FileFormat = z.enum(['pdf', 'zip']);

/**
 * Combines the documents of a sale into one file in the bank's order, and adds it to the register of files sent to
 * banks.
 */
export const prepareFile = endpoint({
  method: 'POST',
  path: '/api/sale/bank_applications/:id/file',
  access: 'tramites.editar',
  touches: ['solicitud'],
  summary: 'Prepara el expediente para el banco, en PDF o ZIP',
  params: z.object({ id: Id }),
  body: z.object({ formato: FileFormat }),
  answer: data(
    z.object({ url: z.string(), name: z.string(), papers: z.number().int(), left_out: z.array(z.string()) }),
  ),
  errors: ['NO_CONSENT'],
  limit: { max: 30, seconds: 60 },
  idempotent: true,
});
