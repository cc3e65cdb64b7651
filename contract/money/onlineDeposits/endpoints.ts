import { z } from 'zod';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { HistoryLine } from '#contract/money/invoices/model.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { DEPOSIT_STATES, WAY_NAMES, WAYS } from './rules.ts';

const int = () => z.number().int();
const Named = z.object({ id: int(), name: z.string() });
const MOVES = ['pago_en_linea', 'pago', 'precontrato'] as const;
const base = '/api/online_deposits';

/**
 * The customer pays a due online. The amount is the due's: the browser does not say it. Answers the page that shows how it goes,
 * and for a card the provider's own page, which asks for the card: no card data comes here.
 */
export const payOnline = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/pagos/:pagoId/en-linea',
  access: 'client',
  touches: MOVES,
  summary: 'Empieza el pago en línea de una cuota o de la separación, por Yappy o con tarjeta',
  params: z.object({ id: Id, pagoId: Id }),
  body: z.object({
    via: z.enum(WAY_NAMES, { error: 'Elige cómo pagas.' }),
    celular: z.string().max(20).default(''),
  }),
  answer: z.object({ success: z.string(), redirect: z.string(), pay_url: z.string().nullable() }),
  errors: ['ALREADY_REPORTED', 'NO_PROVIDER', 'PROVIDER_SILENT'],
  idempotent: true,
  ownTransactions: true,
  limit: { max: 30, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

/** What Yappy's IPN says of an order; `hash` is over the first three. */
export const yappyIpn = endpoint({
  method: 'GET',
  path: '/api/online_deposits/yappy',
  access: 'public',
  // Nobody's screen: the provider calls it.
  shows: [],
  summary: 'Yappy avisa cómo terminó una orden; repetido no cambia nada',
  query: z.object({
    orderId: z.string().max(40),
    status: z.string().max(4),
    domain: z.string().max(200),
    hash: z.string().max(128),
  }),
  answer: z.object({ success: z.literal(true) }),
});

/** Its body is read only after its signature was checked. */
export const cardWebhook = endpoint({
  method: 'POST',
  path: '/api/online_deposits/card',
  access: 'public',
  csrf: false,
  touches: MOVES,
  summary: 'El proveedor de tarjetas avisa pagos, devoluciones y contracargos; repetidos no cambian nada',
  body: z.object({
    type: z.enum(['payment.paid', 'payment.failed', 'payment.refunded', 'payment.disputed']),
    data: z.object({
      reference: z.string().max(40),
      id: z.string().min(1).max(80),
      amount: int().min(0).max(99_999_999_999),
      currency: z.string().max(3),
      fee: int().min(0).max(99_999_999_999).default(0),
    }),
  }),
  answer: z.object({ success: z.literal(true) }),
});

export const DepositRow = z.object({
  id: int(),
  version: int(),
  reference: z.string(),
  way: z.enum(WAY_NAMES),
  sale: Named,
  customer: z.string(),
  project: Named,
  payment: Named,
  state: Named,
  cents: int(),
  fee_centavos: int(),
  remark: z.string().nullable(),
  provider_reference: z.string().nullable(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  /** The line of the statement with which the provider paid it out. */
  settled_on: z.string().nullable(),
  transitions: z.array(TransitionOffer),
  history: z.array(HistoryLine),
});
export type DepositRow = z.infer<typeof DepositRow>;

export const DepositFilter = pageBy('id').extend({
  q: z.string().max(80).optional(),
  via: z.enum(WAY_NAMES).optional(),
  estado_id: Id.optional(),
  proyecto_id: Id.optional(),
  /** 1: paid and not yet found in a statement. */
  por_liquidar: z.coerce.number().int().min(0).max(1).optional(),
});
export type DepositFilter = z.infer<typeof DepositFilter>;

export const listDeposits = endpoint({
  method: 'GET',
  path: base,
  access: 'pagos.ver',
  shows: ['pago_en_linea', 'pago'],
  summary: 'Los pagos en línea de clientes, por Yappy y con tarjeta',
  query: DepositFilter,
  answer: page(DepositRow),
  exports: exportsOf(DepositRow, {
    title: 'Pagos en línea',
    permission: 'pagos.exportar',
    columns: [
      { key: 'referencia', title: 'Referencia', type: 'text', width: 18, value: (row) => row.reference },
      { key: 'cliente', title: 'Cliente', type: 'text', width: 30, value: (row) => row.customer },
      { key: 'venta', of: 'cliente', title: 'Venta', type: 'text', width: 16, value: (row) => row.sale.name },
      { key: 'concepto', title: 'Concepto', type: 'text', width: 26, value: (row) => row.payment.name },
      { key: 'via', title: 'Vía', type: 'text', width: 10, value: (row) => WAYS[row.way] },
      { key: 'estado', title: 'Estado', type: 'text', width: 22, value: (row) => row.state.name },
      { key: 'fecha', title: 'Fecha', type: 'instant', value: (row) => row.created_at },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.cents },
      { key: 'comision', title: 'Comisión', type: 'money', value: (row) => row.fee_centavos },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      via: { label: 'Vía', values: WAYS },
      estado_id: { label: 'Estado', values: DEPOSIT_STATES },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      por_liquidar: { label: 'Por liquidar', values: { 1: 'Sí', 0: 'No' } },
    },
  }),
});

export const sumDeposits = endpoint({
  method: 'GET',
  path: `${base}/sumas`,
  access: 'pagos.ver',
  shows: ['pago_en_linea'],
  summary: 'Suma de los pagos en línea que cumplen el filtro y se pagaron',
  query: DepositFilter,
  answer: sumsOf('monto', 'comision'),
});

export const findDeposit = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'pagos.ver',
  shows: ['pago_en_linea', 'pago'],
  summary: 'Un pago en línea con lo que dijo el proveedor',
  params: z.object({ id: Id }),
  answer: data(DepositRow),
});

export const changeDepositStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access: 'pagos.ver',
  touches: MOVES,
  summary: 'Cierra un pago en línea que se revisó',
  params: z.object({ id: Id }),
  body: StatusChange,
  answer: data(DepositRow),
  errors: ['STALE', 'TRANSITION'],
});

/** The line of the statement is what the payments add up to, less the commission. */
export const settleDeposits = endpoint({
  method: 'POST',
  path: `${base}/settlements`,
  access: 'pagos.aprobar',
  touches: [...MOVES, 'linea_banco'],
  summary:
    'Liquida pagos en línea contra la línea del extracto con que el proveedor los pagó, menos su comisión',
  body: z.object({
    line_id: int().positive({ error: 'Elige la línea del extracto.' }),
    deposit_ids: z.array(int().positive()).min(1, { error: 'Elige los pagos.' }).max(200),
  }),
  answer: data(z.object({ settled: int(), fee_centavos: int() })),
  errors: ['TRANSITION'],
  idempotent: true,
});

const SettlementLine = z.object({
  id: int(),
  day: z.string(),
  text: z.string(),
  cents: int(),
  account: z.string(),
});
export const listSettlementLines = endpoint({
  method: 'GET',
  path: `${base}/lines`,
  access: 'pagos.aprobar',
  shows: ['linea_banco', 'extracto'],
  summary: 'Las líneas de extracto sin dueño con que un proveedor pudo liquidar pagos en línea',
  answer: data(z.array(SettlementLine)),
});
