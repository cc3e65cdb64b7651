import { z } from 'zod';

const catalogId = z.number().int().min(1).max(32_767);

/** Letters, digits and the separators that banks use. */
const AccountNumber = z
  .string()
  .trim()
  .min(4, { error: 'Escribe el número completo.' })
  .max(40)
  .regex(/^[0-9A-Za-z][0-9A-Za-z .-]*$/, { error: 'Usa números, letras, guiones y espacios.' });

/** ISO 4217. The two have equal value in Panama, but the bank states one of them. */
export const CURRENCIES = ['USD', 'PAB'] as const;

const named = z.object({ id: z.number().int(), nombre: z.string() });

/** A full account of the company: for accounting only. */
export const BankAccount = z.object({
  id: z.number().int(),
  nombre: z.string(),
  numero: z.string(),
  banco: named,
  tipo: named,
  tipo_contable: named,
  moneda: z.string(),
  titular: z.string(),
  cuenta_contable: named.nullable(),
  /** Projects that use it. */
  proyectos: z.array(z.object({ id: z.number().int(), nombre: z.string(), compradores: z.boolean() })),
  archivada: z.boolean(),
  version: z.number().int(),
});
export type BankAccount = z.infer<typeof BankAccount>;

export const BankAccountForm = z.object({
  nombre: z.string().trim().min(2).max(80),
  numero: AccountNumber,
  banco_id: catalogId,
  tipo_id: catalogId,
  tipo_contable_id: catalogId,
  moneda: z.enum(CURRENCIES).default('USD'),
  titular: z.string().trim().min(2).max(160),
  cuenta_contable_id: z.number().int().min(1).max(2_147_483_647).nullable().default(null),
  archivada: z.boolean().default(false),
});
export type BankAccountForm = z.output<typeof BankAccountForm>;

/** An account for a select of existing clients (endpoints.tsv, project_bank_account). */
export const ProjectBankAccount = z.object({
  id: z.number().int(),
  nombre: z.string(),
  numero: z.string(),
  tipo_banco: z.object({ nombre: z.string() }),
  tipo_cuenta_contable_banco: z.object({ nombre: z.string() }),
});
export type ProjectBankAccount = z.infer<typeof ProjectBankAccount>;

/** An account on the project's page; users without access to money see only the last four digits of `numero`. */
export const LinkedAccount = ProjectBankAccount.extend({
  moneda: z.string(),
  titular: z.string(),
  compradores: z.boolean(),
  archivada: z.boolean(),
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;

/** Where the buyer pays. */
export const PayTo = z.object({
  bank: z.string(),
  holder: z.string(),
  number: z.string(),
  type: z.string(),
  currency: z.string(),
});
export type PayTo = z.infer<typeof PayTo>;
