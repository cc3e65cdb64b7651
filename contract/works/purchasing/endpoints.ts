import { z } from 'zod';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  DispatchForm,
  MaterialRequest,
  NewOrder,
  OrderRow,
  OrderStatusChange,
  PurchaseOrder,
  QuotationForm,
  RECEIPT_PHOTOS,
  ReceiptForm,
  RequestForm,
  RequestRow,
  RequestStatusChange,
  ReturnForm,
} from './model.ts';
import { Named } from '#contract/works/materials/model.ts';
import { ORDER_STATES } from './rules.ts';

const params = z.object({ id: Id });
const requests = '/api/works/material_requests';
const request = `${requests}/:id` as const;
const MOVES = ['solicitud_material', 'orden_compra', 'existencia'] as const;

export const RequestFilter = pageBy('id', 'needed_on').extend({
  q: z.string().max(80).optional(),
  proyecto_id: Id.optional(),
  vivienda_id: Id.optional(),
  estado_id: Id.optional(),
});
export type RequestFilter = z.infer<typeof RequestFilter>;

export const listRequests = endpoint({
  method: 'GET',
  path: requests,
  access: 'materiales.ver',
  shows: ['solicitud_material'],
  summary: 'Las solicitudes de materiales',
  query: RequestFilter,
  answer: page(RequestRow),
  exports: exportsOf(RequestRow, {
    title: 'Solicitudes de materiales',
    permission: 'materiales.exportar',
    columns: [
      { key: 'solicitud', title: 'Solicitud', type: 'text', width: 16, value: (row) => row.code },
      {
        key: 'proyecto',
        of: 'solicitud',
        title: 'Proyecto',
        type: 'text',
        width: 26,
        value: (row) => row.project.name,
      },
      { key: 'vivienda', title: 'Vivienda', type: 'text', width: 18, value: (row) => row.house?.name },
      { key: 'estado', title: 'Estado', type: 'text', width: 22, value: (row) => row.state.name },
      { key: 'para', title: 'Para el', type: 'date', value: (row) => row.needed_on },
      { key: 'pide', title: 'La pide', type: 'text', width: 24, value: (row) => row.asked_by },
      { key: 'pedida', of: 'pide', title: 'Pedida', type: 'instant', value: (row) => row.asked_at },
      {
        key: 'sobre',
        of: 'estado',
        title: 'Sobre el presupuesto',
        type: 'text',
        width: 12,
        value: (row) => row.over_budget,
      },
      { key: 'estimado', title: 'Estimado sin ITBMS', type: 'money', value: (row) => row.estimate_centavos },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      vivienda_id: { label: 'Vivienda' },
      estado_id: { label: 'Estado', of: 'catalog:estados_solicitudes' },
    },
  }),
});

export const requestBoard = endpoint({
  method: 'GET',
  path: `${requests}/board`,
  access: 'materiales.ver',
  shows: ['solicitud_material'],
  summary: 'Las solicitudes por estado, las que hacen falta primero arriba',
  query: RequestFilter.pick({ q: true, proyecto_id: true, vivienda_id: true }),
  answer: data(z.array(z.object({ state: Named, total: z.number().int(), rows: z.array(RequestRow) }))),
});

export const findRequest = endpoint({
  method: 'GET',
  path: request,
  access: 'materiales.ver',
  shows: ['solicitud_material', 'orden_compra', 'lista_materiales'],
  summary: 'Una solicitud con su presupuesto, sus cotizaciones y sus órdenes',
  params,
  answer: data(MaterialRequest),
});

export const createRequest = endpoint({
  method: 'POST',
  path: requests,
  access: 'materiales.crear',
  touches: ['solicitud_material'],
  summary: 'Hace una solicitud de materiales en borrador',
  body: RequestForm,
  answer: data(MaterialRequest),
  status: 201,
  idempotent: true,
});

export const changeRequest = endpoint({
  method: 'PUT',
  path: request,
  access: 'materiales.crear',
  touches: ['solicitud_material'],
  summary: 'Cambia una solicitud en borrador',
  params,
  body: RequestForm.extend({ version: z.number().int().optional() }),
  answer: data(MaterialRequest),
  errors: ['STALE', 'TRANSITION'],
});

export const changeRequestStatus = endpoint({
  method: 'PATCH',
  path: `${request}/status`,
  access: 'materiales.ver',
  touches: ['solicitud_material'],
  summary: 'Solicita, aprueba, rechaza, cotiza o anula una solicitud',
  params,
  body: RequestStatusChange,
  answer: data(MaterialRequest),
  errors: ['STALE', 'TRANSITION'],
});

export const addQuotation = endpoint({
  method: 'POST',
  path: `${request}/quotations`,
  access: 'materiales.editar',
  touches: ['solicitud_material'],
  summary: 'Agrega la cotización de un proveedor',
  params,
  body: QuotationForm,
  answer: data(MaterialRequest),
  status: 201,
  errors: ['QUOTATION_TAKEN', 'TRANSITION'],
  idempotent: true,
});

const quotation = '/api/works/supplier_quotations/:id';
export const changeQuotation = endpoint({
  method: 'PUT',
  path: quotation,
  access: 'materiales.editar',
  touches: ['solicitud_material'],
  summary: 'Corrige una cotización que ninguna orden tomó',
  params,
  body: QuotationForm.safeExtend({ version: z.number().int().optional() }),
  answer: data(MaterialRequest),
  errors: ['QUOTATION_TAKEN', 'STALE', 'TRANSITION'],
});

export const removeQuotation = endpoint({
  method: 'DELETE',
  path: quotation,
  access: 'materiales.editar',
  touches: ['solicitud_material'],
  summary: 'Quita una cotización que ninguna orden tomó',
  params,
  answer: data(MaterialRequest),
  errors: ['TRANSITION'],
});

export const createOrder = endpoint({
  method: 'POST',
  path: `${request}/orders`,
  access: 'materiales.editar',
  touches: MOVES,
  summary: 'Emite la orden de compra de una cotización, entera o de algunas líneas',
  params,
  body: NewOrder,
  answer: data(PurchaseOrder),
  status: 201,
  errors: ['LINE_ORDERED', 'TRANSITION'],
  idempotent: true,
});

export const listSuppliers = endpoint({
  method: 'GET',
  path: '/api/works/suppliers',
  access: 'materiales.ver',
  shows: ['partner'],
  summary: 'Los proveedores, para elegir',
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});

const orders = '/api/works/purchase_orders';
const order = `${orders}/:id` as const;

export const OrderFilter = pageBy('id', 'expected_on').extend({
  q: z.string().max(80).optional(),
  proyecto_id: Id.optional(),
  vivienda_id: Id.optional(),
  proveedor_id: Id.optional(),
  estado_id: Id.optional(),
  /** 1: past the day when it should have come. */
  tarde: z.coerce.number().int().min(0).max(1).optional(),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

export const listOrders = endpoint({
  method: 'GET',
  path: orders,
  access: 'materiales.ver',
  shows: ['orden_compra'],
  summary: 'Las órdenes de compra; los montos, solo para quien puede verlos',
  query: OrderFilter,
  answer: page(OrderRow),
  exports: exportsOf(OrderRow, {
    title: 'Órdenes de compra',
    permission: 'materiales.exportar',
    columns: [
      { key: 'orden', title: 'Orden', type: 'text', width: 16, value: (row) => row.code },
      { key: 'proveedor', title: 'Proveedor', type: 'text', width: 30, value: (row) => row.supplier.name },
      {
        key: 'proyecto',
        of: 'orden',
        title: 'Proyecto',
        type: 'text',
        width: 26,
        value: (row) => row.project.name,
      },
      {
        key: 'vivienda',
        of: 'orden',
        title: 'Vivienda',
        type: 'text',
        width: 18,
        value: (row) => row.house?.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 22, value: (row) => row.state.name },
      { key: 'emitida', title: 'Emitida el', type: 'date', value: (row) => row.issued_on },
      { key: 'esperada', title: 'Se espera el', type: 'date', value: (row) => row.expected_on },
      { key: 'recibido', title: 'Recibido', type: 'percent', value: (row) => row.received_percent },
      {
        key: 'subtotal',
        of: 'total',
        title: 'Sin ITBMS',
        type: 'money',
        value: (row) => row.subtotal_centavos,
      },
      { key: 'itbms', of: 'total', title: 'ITBMS', type: 'money', value: (row) => row.itbms_centavos },
      { key: 'total', title: 'Total', type: 'money', value: (row) => row.total_centavos },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      vivienda_id: { label: 'Vivienda' },
      proveedor_id: { label: 'Proveedor' },
      estado_id: { label: 'Estado', values: ORDER_STATES },
      tarde: { label: 'Atrasadas', values: { 1: 'Sí', 0: 'No' } },
    },
  }),
});

export const sumOrders = endpoint({
  method: 'GET',
  path: `${orders}/sumas`,
  access: 'materiales.ver',
  shows: ['orden_compra'],
  summary: 'Suma de las órdenes que cumplen el filtro, de las que quien pregunta ve los montos',
  query: OrderFilter,
  answer: sumsOf('total'),
});

/** What a phone needs to count without a line: the orders that are to arrive, whole. At most 100. */
export const listFieldOrders = endpoint({
  method: 'GET',
  path: `${orders}/field`,
  access: 'materiales.editar',
  shows: ['orden_compra'],
  summary: 'Las órdenes por recibir en los proyectos de quien pregunta',
  answer: data(z.array(PurchaseOrder)),
});

export const findOrder = endpoint({
  method: 'GET',
  path: order,
  access: 'materiales.ver',
  shows: ['orden_compra'],
  summary: 'Una orden de compra con sus despachos, recepciones y devoluciones',
  params,
  answer: data(PurchaseOrder),
});

export const changeOrderStatus = endpoint({
  method: 'PATCH',
  path: `${order}/status`,
  access: 'materiales.ver',
  touches: MOVES,
  summary: 'Anula una orden, o la cierra con lo que faltó',
  params,
  body: OrderStatusChange,
  answer: data(PurchaseOrder),
  errors: ['STALE', 'TRANSITION'],
});

export const dispatchOrder = endpoint({
  method: 'POST',
  path: `${order}/dispatches`,
  access: 'materiales.editar',
  touches: MOVES,
  summary: 'Registra lo que salió hacia la obra',
  params,
  body: DispatchForm,
  answer: data(PurchaseOrder),
  status: 201,
  errors: ['TRANSITION', 'KEY_USED'],
  idempotent: true,
});

export const receiveOrder = endpoint({
  method: 'POST',
  path: `${order}/receipts`,
  access: 'materiales.editar',
  touches: MOVES,
  summary: 'Cuenta lo que llegó a la obra, con fotografías; la diferencia queda escrita',
  params,
  body: ReceiptForm,
  files: { fotos: RECEIPT_PHOTOS },
  answer: data(PurchaseOrder),
  status: 201,
  errors: ['TRANSITION', 'KEY_USED'],
  idempotent: true,
});

export const returnToSupplier = endpoint({
  method: 'POST',
  path: `${order}/returns`,
  access: 'materiales.editar',
  touches: MOVES,
  summary: 'Devuelve al proveedor lo que no sirve',
  params,
  body: ReturnForm,
  answer: data(PurchaseOrder),
  status: 201,
  errors: ['TRANSITION', 'NOT_IN_STOCK', 'KEY_USED'],
  idempotent: true,
});

export const ORDER_PDF = `${order}/pdf`;
