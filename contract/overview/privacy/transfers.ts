import { z } from 'zod';
import { endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { pageBy } from '#contract/paging.ts';

const FORMATS = { pdf: 'PDF', zip: 'ZIP' } as const;

/** A buyer's documents sent to a bank: which, by whom, and under which consent (Ley 81 de 2019). */
export const Transfer = z.object({
  id: z.number().int(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  person: z.string(),
  bank: z.object({ id: z.number().int(), name: z.string() }),
  format: z.enum(['pdf', 'zip']),
  papers: z.array(z.string()),
  /** Included income documents. */
  income: z.boolean(),
  /** The consent's text version, and whether it was withdrawn since. */
  consent: z.object({ text_version: z.string(), revoked_at: z.string().nullable() }),
  who: z.string().nullable(),
  at: z.string(),
});
export type Transfer = z.infer<typeof Transfer>;

export const TransferFilter = pageBy('id', 'fecha').extend({
  /** Buyer's name or sale's code. */
  q: z.string().trim().max(80).optional(),
  banco_id: z.coerce.number().int().min(1).max(9999).optional(),
});
export type TransferFilter = z.infer<typeof TransferFilter>;

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/privacy/transfers',
  access: ['administracion.ver', 'auditoria.ver'],
  shows: [],
  summary: 'Los documentos que se entregaron a bancos, lo más nuevo primero (se cuentan hasta 10,000)',
  query: TransferFilter,
  answer: page(Transfer),
  exports: exportsOf(Transfer, {
    title: 'Entregas a bancos',
    permission: 'administracion.exportar',
    columns: [
      { key: 'fecha', title: 'Fecha', type: 'instant', value: (one) => one.at },
      { key: 'persona', title: 'Persona', type: 'text', width: 30, value: (one) => one.person },
      { key: 'venta', title: 'Pre-contrato', type: 'text', value: (one) => one.sale.code ?? '' },
      { key: 'banco', title: 'Banco', type: 'text', width: 24, value: (one) => one.bank.name },
      { key: 'papeles', title: 'Documentos', type: 'text', width: 60, value: (one) => one.papers.join(', ') },
      { key: 'ingresos', title: 'Con ingresos', type: 'text', value: (one) => (one.income ? 'Sí' : 'No') },
      { key: 'formato', title: 'Formato', type: 'text', value: (one) => FORMATS[one.format] },
      { key: 'permiso', title: 'Permiso', type: 'text', value: (one) => one.consent.text_version },
      { key: 'quien', title: 'Preparó', type: 'text', width: 24, value: (one) => one.who ?? '' },
    ],
    filters: { q: { label: 'Búsqueda' }, banco_id: { label: 'Banco', of: 'catalog:bank_type' } },
  }),
});
