import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';

export const BANK_MAIL_STATES = {
  por_asignar: 'Por asignar',
  asignado: 'En su venta',
  descartado: 'Descartado',
} as const;
export type BankMailState = keyof typeof BANK_MAIL_STATES;
export const BankMailStateName = z.enum(Object.keys(BANK_MAIL_STATES) as [BankMailState, ...BankMailState[]]);

/** How a mail found its sale. */
export const MATCHES = { codigo: 'por el código', cedula: 'por la cédula', mano: 'a mano' } as const;
export type Match = keyof typeof MATCHES;

export const BankMailFilter = pageBy('id').extend({
  estado: BankMailStateName.optional(),
  precontrato_id: Id.optional(),
});
export type BankMailFilter = z.infer<typeof BankMailFilter>;

/** A mail as text: what it had as HTML is not shown. */
export const BankMail = z.object({
  id: z.number().int(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  received_at: z.string(),
  state: BankMailStateName,
  match: z.enum(Object.keys(MATCHES) as [Match, ...Match[]]).nullable(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable(), buyer: z.string() }).nullable(),
  bank: z.string().nullable(),
  files: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })),
  version: z.number().int(),
});
export type BankMail = z.infer<typeof BankMail>;

export const BANK_MAIL_FILE = {
  maxCount: 10,
  maxSize: 10 * 1_048_576,
  types: [
    'application/pdf',
    'image/jpeg',
    'image/png',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
} as const;
/** A whole mail: ten files of 10 MB as base64 are more, but no bank sends that. */
export const MAIL_MAX = 25 * 1_048_576;
export const TEXT_MAX = 20_000;
