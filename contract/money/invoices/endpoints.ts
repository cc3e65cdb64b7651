import { z } from 'zod';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  AdvanceForm,
  AdvanceRow,
  Invoice,
  InvoiceForm,
  InvoiceRow,
  InvoiceStatusChange,
  Payee,
  ReadInvoice,
  SettlementForm,
  SupplierOpen,
} from './model.ts';
import {
  ADVANCE_STATES,
  DUE_NAMES,
  DUES,
  INVOICE_KIND_NAMES,
  INVOICE_KINDS,
  INVOICE_STATES,
} from './rules.ts';

const params = z.object({ id: Id });
const MOVES = ['factura_proveedor', 'anticipo_proveedor'] as const;
const invoices = '/api/payables/invoices';

/** The XML of an electronic invoice. */
export const INVOICE_XML = {
  maxCount: 1,
  maxSize: 1_048_576,
  types: ['application/xml', 'text/csv'],
} as const;
/** The photograph or PDF of an invoice. */
export const INVOICE_PAPER = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  maxPixels: 50_000_000,
} as const;

export const InvoiceFilter = pageBy('id', 'issued_on', 'due_on').extend({
  q: z.string().max(80).optional(),
  tipo: z.enum(INVOICE_KIND_NAMES).optional(),
  proveedor_id: Id.optional(),
  proyecto_id: Id.optional(),
  estado_id: Id.optional(),
  /** Only of what is owed. */
  vence: z.enum(DUE_NAMES).optional(),
});
export type InvoiceFilter = z.infer<typeof InvoiceFilter>;

export const listInvoices = endpoint({
  method: 'GET',
  path: invoices,
  access: 'contabilidad.ver',
  shows: ['factura_proveedor'],
  summary: 'Las facturas y notas de crédito de proveedores y contratistas',
  query: InvoiceFilter,
  answer: page(InvoiceRow),
  exports: exportsOf(InvoiceRow, {
    title: 'Facturas de proveedores',
    permission: 'contabilidad.exportar',
    columns: [
      {
        key: 'tipo',
        of: 'factura',
        title: 'Tipo',
        type: 'text',
        width: 16,
        value: (row) => INVOICE_KINDS[row.kind],
      },
      { key: 'factura', title: 'Número', type: 'text', width: 18, value: (row) => row.number },
      { key: 'proveedor', title: 'Proveedor', type: 'text', width: 30, value: (row) => row.supplier.name },
      {
        key: 'ruc',
        of: 'proveedor',
        title: 'RUC',
        type: 'text',
        width: 22,
        value: (row) => row.supplier.ruc,
      },
      {
        key: 'empresa',
        of: 'proveedor',
        title: 'Empresa',
        type: 'text',
        width: 28,
        value: (row) => row.company.name,
      },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 26, value: (row) => row.project?.name },
      { key: 'estado', title: 'Estado', type: 'text', width: 16, value: (row) => row.state.name },
      { key: 'issued_on', title: 'Fecha', type: 'date', value: (row) => row.issued_on },
      { key: 'due_on', title: 'Vence', type: 'date', value: (row) => row.due_on },
      {
        key: 'subtotal',
        of: 'total',
        title: 'Subtotal',
        type: 'money',
        value: (row) => row.subtotal_centavos,
      },
      { key: 'itbms', of: 'total', title: 'ITBMS', type: 'money', value: (row) => row.itbms_centavos },
      { key: 'total', title: 'Total', type: 'money', value: (row) => row.total_centavos },
      {
        key: 'retenido',
        of: 'total',
        title: 'ITBMS retenido',
        type: 'money',
        value: (row) => row.withheld_centavos,
      },
      { key: 'saldo', title: 'Por pagar', type: 'money', value: (row) => row.balance_centavos },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      tipo: { label: 'Tipo', values: INVOICE_KINDS },
      proveedor_id: { label: 'Proveedor' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      estado_id: { label: 'Estado', values: INVOICE_STATES },
      vence: { label: 'Vencen', values: DUES },
    },
  }),
});

export const sumInvoices = endpoint({
  method: 'GET',
  path: `${invoices}/sumas`,
  access: 'contabilidad.ver',
  shows: ['factura_proveedor'],
  summary: 'Suma de las facturas que cumplen el filtro; las notas de crédito restan',
  query: InvoiceFilter,
  answer: sumsOf('total', 'saldo'),
});

export const findInvoice = endpoint({
  method: 'GET',
  path: `${invoices}/:id`,
  access: 'contabilidad.ver',
  shows: ['factura_proveedor', 'anticipo_proveedor', 'lote_pago', 'cuenta_obra', 'orden_compra'],
  summary: 'Una factura con sus líneas, lo aplicado y sus pagos',
  params,
  answer: data(Invoice),
});

export const createInvoice = endpoint({
  method: 'POST',
  path: invoices,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Registra una factura o nota de crédito',
  body: InvoiceForm,
  answer: data(Invoice),
  status: 201,
  errors: ['INVOICE_TAKEN'],
  idempotent: true,
});

export const changeInvoice = endpoint({
  method: 'PUT',
  path: `${invoices}/:id`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Corrige una factura que no se ha enviado a aprobar, o que se rechazó',
  params,
  body: InvoiceForm.safeExtend({ version: z.number().int().optional() }),
  answer: data(Invoice),
  errors: ['INVOICE_TAKEN', 'STALE', 'TRANSITION'],
});

export const changeInvoiceStatus = endpoint({
  method: 'PATCH',
  path: `${invoices}/:id/status`,
  access: 'contabilidad.ver',
  touches: MOVES,
  summary: 'Envía a aprobar, aprueba, rechaza, disputa o anula una factura',
  params,
  body: InvoiceStatusChange,
  answer: data(Invoice),
  errors: ['STALE', 'TRANSITION'],
});

export const attachInvoice = endpoint({
  method: 'POST',
  path: `${invoices}/:id/documents`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Guarda la foto o el PDF de una factura, y su XML',
  params,
  body: z.object({}),
  files: { documento: INVOICE_PAPER, xml: INVOICE_XML },
  answer: data(Invoice),
  errors: ['XML_UNREADABLE', 'TRANSITION'],
});

/** Writes nothing: fills the form. */
export const readInvoice = endpoint({
  method: 'POST',
  path: `${invoices}/read`,
  access: 'contabilidad.crear',
  touches: [],
  summary: 'Lee el XML de una factura electrónica y responde sus datos',
  body: z.object({}),
  files: { xml: INVOICE_XML },
  answer: data(ReadInvoice),
  errors: ['XML_UNREADABLE'],
  limit: { max: 120, seconds: 60 },
});

export const settleInvoice = endpoint({
  method: 'POST',
  path: `${invoices}/:id/settlements`,
  access: 'contabilidad.editar',
  touches: MOVES,
  summary: 'Aplica a una factura una nota de crédito o un anticipo del mismo proveedor',
  params,
  body: SettlementForm,
  answer: data(Invoice),
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const listPayees = endpoint({
  method: 'GET',
  path: '/api/payables/payees',
  access: 'contabilidad.ver',
  shows: ['partner'],
  summary: 'Proveedores y contratistas, para elegir',
  answer: data(z.array(Payee)),
});

export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/payables/companies',
  access: 'contabilidad.ver',
  shows: ['partner'],
  summary: 'Las empresas del grupo, para elegir',
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});

export const openOfSupplier = endpoint({
  method: 'GET',
  path: '/api/payables/payees/:id/open',
  access: 'contabilidad.ver',
  shows: ['orden_compra', 'cuenta_obra', 'factura_proveedor'],
  summary: 'A qué se puede referir una factura de este proveedor: órdenes, cuentas de obra y facturas',
  params,
  answer: data(SupplierOpen),
});

export const AdvanceFilter = pageBy('id').extend({
  proveedor_id: Id.optional(),
  estado_id: Id.optional(),
});
export type AdvanceFilter = z.infer<typeof AdvanceFilter>;

export const listAdvances = endpoint({
  method: 'GET',
  path: '/api/payables/advances',
  access: 'contabilidad.ver',
  shows: ['anticipo_proveedor'],
  summary: 'Los anticipos a proveedores, con lo que ya se aplicó',
  query: AdvanceFilter,
  answer: page(AdvanceRow),
  exports: exportsOf(AdvanceRow, {
    title: 'Anticipos a proveedores',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'anticipo', title: 'Anticipo', type: 'text', width: 16, value: (row) => row.code },
      { key: 'proveedor', title: 'Proveedor', type: 'text', width: 30, value: (row) => row.supplier.name },
      {
        key: 'motivo',
        of: 'anticipo',
        title: 'Para qué',
        type: 'text',
        width: 40,
        value: (row) => row.reason,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 16, value: (row) => row.state.name },
      { key: 'pedido', title: 'Pedido el', type: 'date', value: (row) => row.asked_on },
      { key: 'pagado', title: 'Pagado el', type: 'date', value: (row) => row.paid_on },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.cents },
      { key: 'aplicado', title: 'Aplicado', type: 'money', value: (row) => row.settled_centavos },
    ],
    filters: {
      proveedor_id: { label: 'Proveedor' },
      estado_id: { label: 'Estado', values: ADVANCE_STATES },
    },
  }),
});

export const findAdvance = endpoint({
  method: 'GET',
  path: '/api/payables/advances/:id',
  access: 'contabilidad.ver',
  shows: ['anticipo_proveedor'],
  summary: 'Un anticipo a un proveedor',
  params,
  answer: data(AdvanceRow),
});

export const createAdvance = endpoint({
  method: 'POST',
  path: '/api/payables/advances',
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Pide un anticipo para un proveedor',
  body: AdvanceForm,
  answer: data(AdvanceRow),
  status: 201,
  idempotent: true,
});

export const changeAdvanceStatus = endpoint({
  method: 'PATCH',
  path: '/api/payables/advances/:id/status',
  access: 'contabilidad.ver',
  touches: MOVES,
  summary: 'Aprueba, rechaza o anula un anticipo',
  params,
  body: InvoiceStatusChange,
  answer: data(AdvanceRow),
  errors: ['STALE', 'TRANSITION'],
});
