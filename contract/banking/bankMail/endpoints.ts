import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { BANK_MAIL_STATES, BankMail, BankMailFilter, MATCHES } from './model.ts';

const base = '/api/office/bank_mails';
const one = z.object({ id: Id });

/** The header with the secret. */
export const MAIL_KEY_HEADER = 'x-correo-clave';

/** Raw MIME, as a mail service forwards it. */
export const receiveBankMail = endpoint({
  method: 'POST',
  path: '/api/banking/mail',
  access: 'public',
  csrf: false,
  touches: ['correo_banco'],
  summary:
    'Recibe el correo de un banco, entero; con la clave en X-Correo-Clave. El mismo correo dos veces es uno',
  body: z.object({
    raw: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Envía el correo entero.'),
  }),
  answer: data(z.object({ id: z.number().int() })),
  status: 201,
  ownTransactions: true,
  limit: { max: 120, seconds: 60 },
});

export const listBankMails = endpoint({
  method: 'GET',
  path: base,
  access: 'tramites.ver',
  shows: ['correo_banco', 'precontrato'],
  summary: 'Los correos de bancos: los de las ventas que a uno le tocan, y los que nadie asignó si ve todas',
  query: BankMailFilter,
  answer: page(BankMail),
  exports: exportsOf(BankMail, {
    title: 'Correos de bancos',
    permission: 'tramites.exportar',
    columns: [
      { key: 'id', title: 'Número', type: 'number', value: (row) => row.id },
      { key: 'recibido', title: 'Recibido', type: 'instant', value: (row) => row.received_at },
      { key: 'de', title: 'De', type: 'text', width: 30, value: (row) => row.from },
      { key: 'banco', title: 'Banco', type: 'text', value: (row) => row.bank },
      { key: 'asunto', title: 'Asunto', type: 'text', width: 40, value: (row) => row.subject },
      { key: 'estado', title: 'Estado', type: 'text', value: (row) => BANK_MAIL_STATES[row.state] },
      { key: 'venta', title: 'Venta', type: 'text', value: (row) => row.sale?.code },
      {
        key: 'hallada',
        title: 'Cómo se halló',
        type: 'text',
        value: (row) => row.match && MATCHES[row.match],
      },
      { key: 'archivos', title: 'Archivos', type: 'number', value: (row) => row.files.length },
    ],
    filters: {
      estado: { label: 'Estado', values: BANK_MAIL_STATES },
      precontrato_id: { label: 'Pre-contrato' },
    },
  }),
});

export const assignBankMail = endpoint({
  method: 'POST',
  path: `${base}/:id/assign`,
  access: 'tramites.editar',
  touches: ['correo_banco', 'solicitud'],
  summary: 'Pone un correo en la venta de un código',
  params: one,
  body: z.object({
    version: z.number().int(),
    codigo: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^PC-\d{4}-\d{5,9}$/, 'Escribe el código de la venta: PC-2026-00001.'),
  }),
  answer: data(BankMail),
});

export const discardBankMail = endpoint({
  method: 'POST',
  path: `${base}/:id/discard`,
  access: 'tramites.editar',
  touches: ['correo_banco'],
  summary: 'Dice que un correo no es de ninguna venta',
  params: one,
  body: z.object({ version: z.number().int() }),
  answer: data(BankMail),
});
