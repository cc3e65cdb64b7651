import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  Batch,
  BatchForm,
  BatchRow,
  BatchStatusChange,
  ChequeSeries,
  ChequeSeriesForm,
  FormatForm,
  FormatRow,
  Payable,
  PayableRef,
  ReturnForm,
  SupplierAccount,
  SupplierAccountDecision,
  SupplierAccountForm,
} from './model.ts';
import { BATCH_KINDS, BATCH_STATES, BATCH_KIND_NAMES } from './rules.ts';

const params = z.object({ id: Id });
const line = params.extend({ line: Id });
const MOVES = [
  'lote_pago',
  'factura_proveedor',
  'anticipo_proveedor',
  'pago_proveedor',
  'caja_menuda',
  'reposicion_caja',
  'cuenta_obra',
  'contrato',
  'trabajo',
] as const;
const batches = '/api/payables/batches';
const record = data(Batch);

export const listPayables = endpoint({
  method: 'GET',
  path: '/api/payables/due',
  access: 'contabilidad.ver',
  shows: [
    'factura_proveedor',
    'cuenta_obra',
    'anticipo_proveedor',
    'caja_menuda',
    'lote_pago',
    'cuenta_proveedor',
  ],
  summary: 'Lo que se puede pagar: facturas y cuentas aprobadas, anticipos y reposiciones de caja',
  query: z.object({ hasta: z.iso.date().optional(), proveedor_id: Id.optional() }),
  answer: data(z.array(Payable)),
});

export const BatchFilter = pageBy('id', 'pay_on').extend({
  estado_id: Id.optional(),
  tipo: z.enum(BATCH_KIND_NAMES).optional(),
});
export type BatchFilter = z.infer<typeof BatchFilter>;

export const listBatches = endpoint({
  method: 'GET',
  path: batches,
  access: 'contabilidad.ver',
  shows: ['lote_pago'],
  summary: 'Los lotes de pago',
  query: BatchFilter,
  answer: page(BatchRow),
  exports: exportsOf(BatchRow, {
    title: 'Lotes de pago',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'lote', title: 'Lote', type: 'text', width: 16, value: (row) => row.code },
      {
        key: 'tipo',
        of: 'lote',
        title: 'Cómo',
        type: 'text',
        width: 12,
        value: (row) => BATCH_KINDS[row.kind],
      },
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 30, value: (row) => row.bank_account.name },
      { key: 'estado', title: 'Estado', type: 'text', width: 16, value: (row) => row.state.name },
      { key: 'pay_on', title: 'Se paga el', type: 'date', value: (row) => row.pay_on },
      { key: 'confirmado', title: 'Pagado el', type: 'date', value: (row) => row.confirmed_on },
      { key: 'pagos', title: 'Pagos', type: 'number', value: (row) => row.lines },
      { key: 'devueltos', of: 'pagos', title: 'Devueltos', type: 'number', value: (row) => row.returned },
      { key: 'total', title: 'Total', type: 'money', value: (row) => row.total_centavos },
    ],
    filters: {
      estado_id: { label: 'Estado', values: BATCH_STATES },
      tipo: { label: 'Cómo', values: BATCH_KINDS },
    },
  }),
});

export const findBatch = endpoint({
  method: 'GET',
  path: `${batches}/:id`,
  access: 'contabilidad.ver',
  shows: ['lote_pago', 'pago_proveedor', 'factura_proveedor', 'cuenta_obra', 'cuenta_proveedor'],
  summary: 'Un lote de pago con sus líneas',
  params,
  answer: record,
});

export const createBatch = endpoint({
  method: 'POST',
  path: batches,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Prepara un lote de pago',
  body: BatchForm,
  answer: record,
  status: 201,
  errors: ['PAYMENT_TAKEN', 'PAYMENT_STOPPED'],
  idempotent: true,
});

export const addToBatch = endpoint({
  method: 'POST',
  path: `${batches}/:id/lines`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Agrega pagos a un lote preparado',
  params,
  body: z.object({ items: z.array(PayableRef).min(1).max(300) }),
  answer: record,
  errors: ['PAYMENT_TAKEN', 'PAYMENT_STOPPED', 'TRANSITION'],
});

export const removeFromBatch = endpoint({
  method: 'DELETE',
  path: `${batches}/:id/lines/:line`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Saca un pago de un lote que no se ha enviado',
  params: line,
  answer: record,
  errors: ['TRANSITION'],
});

export const changeBatchStatus = endpoint({
  method: 'PATCH',
  path: `${batches}/:id/status`,
  access: 'contabilidad.ver',
  touches: MOVES,
  summary: 'Aprueba, envía, confirma o anula un lote',
  params,
  body: BatchStatusChange,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const returnLine = endpoint({
  method: 'POST',
  path: `${batches}/:id/lines/:line/return`,
  access: 'contabilidad.editar',
  touches: MOVES,
  summary: 'El banco devolvió un ACH, o un cheque no tuvo fondos: lo pagado se debe otra vez',
  params: line,
  body: ReturnForm,
  answer: record,
  errors: ['TRANSITION'],
  idempotent: true,
});

/** The file for the bank; the export permission besides. */
export const BATCH_FILE = '/api/payables/batches/:id/archivo';
/** A cheque to print, as PDF. */
export const CHEQUE_PAPER = '/api/payables/batches/:id/lines/:line/cheque.pdf';

export const listSupplierAccounts = endpoint({
  method: 'GET',
  path: '/api/payables/supplier_accounts',
  access: 'contabilidad.ver',
  shows: ['cuenta_proveedor'],
  summary: 'Las cuentas bancarias de proveedores; las propuestas primero',
  query: z.object({ proveedor_id: Id.optional() }),
  answer: data(z.array(SupplierAccount)),
});

export const proposeSupplierAccount = endpoint({
  method: 'POST',
  path: '/api/payables/supplier_accounts',
  access: 'contabilidad.crear',
  touches: ['cuenta_proveedor'],
  summary: 'Propone la cuenta bancaria de un proveedor: la confirma otra persona',
  body: SupplierAccountForm,
  answer: data(SupplierAccount),
  status: 201,
  errors: ['ACCOUNT_PROPOSED'],
  idempotent: true,
});

export const decideSupplierAccount = endpoint({
  method: 'POST',
  path: '/api/payables/supplier_accounts/:id/decision',
  access: 'contabilidad.aprobar',
  touches: ['cuenta_proveedor'],
  summary: 'Confirma o rechaza la cuenta que otra persona propuso',
  params,
  body: SupplierAccountDecision,
  answer: data(SupplierAccount),
  errors: ['TRANSITION'],
});

export const listFormats = endpoint({
  method: 'GET',
  path: '/api/payables/formats',
  access: 'contabilidad.ver',
  shows: ['formato_archivo'],
  summary: 'Los formatos de archivo: ACH de cada banco e informes de la DGI',
  answer: data(z.array(FormatRow)),
});

export const changeFormat = endpoint({
  method: 'PUT',
  path: '/api/payables/formats/:id',
  access: 'contabilidad.aprobar',
  touches: ['formato_archivo'],
  summary: 'Cambia las columnas de un formato',
  params,
  body: FormatForm,
  answer: data(FormatRow),
  errors: ['STALE'],
});

export const listChequeSeries = endpoint({
  method: 'GET',
  path: '/api/payables/cheques',
  access: 'contabilidad.ver',
  shows: ['formato_archivo', 'lote_pago', 'cuenta_bancaria'],
  summary: 'La chequera de cada cuenta bancaria',
  answer: data(z.array(ChequeSeries)),
});

export const changeChequeSeries = endpoint({
  method: 'PUT',
  path: '/api/payables/cheques/:id',
  access: 'contabilidad.editar',
  touches: ['formato_archivo'],
  summary: 'Empieza una chequera: del próximo número al último',
  params,
  body: ChequeSeriesForm,
  answer: data(ChequeSeries),
  errors: ['CHEQUE_USED'],
});
