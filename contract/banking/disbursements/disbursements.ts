import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

export const Disbursement = z.object({
  id: z.number().int(),
  version: z.number().int(),
  requested_on: z.string(),
  received_on: z.string().nullable(),
  amount_centavos: z.number().int().nullable(),
  transfer_number: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  payment_id: z.number().int().nullable(),
  notes: z.string(),
});
export type Disbursement = z.infer<typeof Disbursement>;

/** A letter that waits for its money: the deed is registered, or the disbursement was requested. */
export const DisbursementRow = z.object({
  /** Id of the application. */
  id: z.number().int(),
  version: z.number().int(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable(), state_id: z.number().int() }),
  name: z.string(),
  project: Named,
  bank: Named,
  letter: z.object({ number: z.string(), amount_centavos: z.number().int(), expires_on: z.string() }),
  disbursement: Disbursement.nullable(),
  /** Working days since the request. */
  waiting_days: z.number().int().nullable(),
  may_request: z.boolean(),
  may_confirm: z.boolean(),
});
export type DisbursementRow = z.infer<typeof DisbursementRow>;

/** por_pedir: deed registered, not requested yet · pedidos: requested · recibidos: received */
export const DISBURSEMENT_STAGES = {
  por_pedir: 'Por solicitar',
  pedidos: 'Solicitados',
  recibidos: 'Recibidos',
} as const;

export const DisbursementFilter = pageBy('id', 'vence', 'pedido').extend({
  etapa: z.enum(Object.keys(DISBURSEMENT_STAGES) as [keyof typeof DISBURSEMENT_STAGES]).optional(),
  banco_id: Id.optional(),
  proyecto_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type DisbursementFilter = z.infer<typeof DisbursementFilter>;

const params = z.object({ id: Id });
const one = '/api/sale/bank_applications/:id/disbursement';

export const listDisbursements = endpoint({
  method: 'GET',
  path: '/api/sale/disbursements',
  access: 'tramites.ver',
  shows: ['desembolso', 'solicitud'],
  summary: 'Desembolsos de los bancos: por solicitar, solicitados y recibidos',
  query: DisbursementFilter,
  answer: page(DisbursementRow),
  exports: exportsOf(DisbursementRow, {
    title: 'Desembolsos',
    permission: 'tramites.exportar',
    columns: [
      { key: 'id', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      {
        key: 'precontrato',
        of: 'id',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: (row) => row.sale.code ?? `Venta ${row.sale.id}`,
      },
      { key: 'banco', title: 'Banco', type: 'text', width: 24, value: (row) => row.bank.name },
      { key: 'carta', title: 'Carta', type: 'text', width: 18, value: (row) => row.letter.number },
      { key: 'monto', title: 'Monto de la carta', type: 'money', value: (row) => row.letter.amount_centavos },
      { key: 'vence', title: 'Carta vence', type: 'date', value: (row) => row.letter.expires_on },
      { key: 'pedido', title: 'Solicitado', type: 'date', value: (row) => row.disbursement?.requested_on },
      { key: 'recibido', title: 'Recibido', type: 'date', value: (row) => row.disbursement?.received_on },
      {
        key: 'llego',
        title: 'Monto recibido',
        type: 'money',
        value: (row) => row.disbursement?.amount_centavos,
      },
      {
        key: 'transferencia',
        title: 'Transferencia',
        type: 'text',
        value: (row) => row.disbursement?.transfer_number,
      },
      { key: 'proyecto', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
    ],
    filters: {
      etapa: { label: 'Etapa', values: DISBURSEMENT_STAGES },
      banco_id: { label: 'Banco', of: 'catalog:bank_type' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const sumDisbursements = endpoint({
  method: 'GET',
  path: '/api/sale/disbursements/sumas',
  access: 'tramites.ver',
  shows: ['desembolso', 'solicitud'],
  summary: 'Sumas de las cartas y de lo recibido, de todo lo que cumple el filtro',
  query: DisbursementFilter,
  answer: sumsOf('monto', 'llego'),
});

export const requestDisbursement = endpoint({
  method: 'POST',
  path: one,
  access: 'tramites.editar',
  touches: ['desembolso', 'solicitud', 'precontrato'],
  summary: 'Anota que se presentó la escritura inscrita y se pidió el desembolso',
  params,
  body: z.object({ solicitado: IsoDate, notas: z.string().trim().max(500).default('') }),
  answer: data(Disbursement),
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const confirmDisbursement = endpoint({
  method: 'PATCH',
  path: one,
  access: 'pagos.aprobar',
  touches: ['desembolso', 'solicitud', 'pago', 'precontrato', 'etapa', 'comision'],
  summary: 'Confirma el dinero del banco; la solicitud queda Desembolsada',
  params,
  body: z.object({
    recibido: IsoDate,
    monto_centavos: z.number().int().min(1).max(99_999_999_999),
    transferencia: z
      .string()
      .trim()
      .min(3, { error: 'Escribe el número de la transferencia.' })
      .max(60)
      .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' }),
    version: z.number().int().optional(),
  }),
  answer: data(Disbursement),
  errors: ['TRANSITION', 'STALE', 'BANK_LINE_USED'],
});
