import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange } from '#contract/transitions.ts';
import {
  DrawdownForm,
  DrawdownStatusChange,
  LetterForm,
  Loan,
  LoanForm,
  LoanMove,
  LoanPaymentForm,
  LoanPaymentStatusChange,
  LoanRow,
  PriceForm,
  RateForm,
  ReleaseForm,
  SaleRelease,
} from './model.ts';
import { LOAN_STATES } from './rules.ts';

const base = '/api/interim_loans';
const params = z.object({ id: Id });
const record = data(Loan);
const MOVES = [
  'prestamo_interino',
  'desembolso_prestamo',
  'pago_prestamo',
  'liberacion_prestamo',
  'interes_prestamo',
] as const;
const Named = z.object({ id: z.number().int(), name: z.string() });

/** The bank's letter of release. */
export const RELEASE_LETTER = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  maxPixels: 50_000_000,
} as const;

export const LoanFilter = pageBy('id', 'ends_on', 'starts_on').extend({
  q: z.string().max(80).optional(),
  proyecto_id: Id.optional(),
  estado_id: Id.optional(),
  /** Owes capital and ends within 60 days. */
  vence: z.enum(['pronto']).optional(),
});
export type LoanFilter = z.infer<typeof LoanFilter>;

export const listLoans = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: MOVES,
  summary: 'Los préstamos interinos, con su saldo, lo disponible y las liberaciones por pagar',
  query: LoanFilter,
  answer: page(LoanRow),
  exports: exportsOf(LoanRow, {
    title: 'Préstamos interinos',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'prestamo', title: 'Préstamo', type: 'text', width: 34, value: (row) => row.name },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 26, value: (row) => row.project.name },
      {
        key: 'promotora',
        of: 'proyecto',
        title: 'Promotora',
        type: 'text',
        width: 28,
        value: (row) => row.company.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 14, value: (row) => row.state.name },
      { key: 'starts_on', title: 'Inicio', type: 'date', value: (row) => row.starts_on },
      { key: 'ends_on', title: 'Vence', type: 'date', value: (row) => row.ends_on },
      { key: 'tasa', of: 'ends_on', title: 'Tasa anual', type: 'percent', value: (row) => row.rate },
      { key: 'limite', title: 'Límite', type: 'money', value: (row) => row.limit_centavos },
      { key: 'saldo', title: 'Saldo', type: 'money', value: (row) => row.balance_centavos },
      {
        key: 'disponible',
        of: 'limite',
        title: 'Disponible',
        type: 'money',
        value: (row) => row.available_centavos,
      },
      { key: 'interes', title: 'Interés por pagar', type: 'money', value: (row) => row.interest_centavos },
      {
        key: 'liberaciones',
        title: 'Liberaciones por pagar',
        type: 'number',
        value: (row) => row.releases_due,
      },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      estado_id: { label: 'Estado', values: LOAN_STATES },
      vence: { label: 'Vencen', values: { pronto: 'En 60 días' } },
    },
  }),
});

export const sumLoans = endpoint({
  method: 'GET',
  path: `${base}/sumas`,
  access: 'contabilidad.ver',
  shows: MOVES,
  summary: 'Suma de los préstamos que cumplen el filtro; los anulados no cuentan',
  query: LoanFilter,
  answer: sumsOf('limite', 'saldo', 'interes'),
});

export const findLoan = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'contabilidad.ver',
  shows: MOVES,
  summary: 'Un préstamo interino con sus desembolsos, intereses, pagos y liberaciones',
  params,
  answer: record,
});

export const createLoan = endpoint({
  method: 'POST',
  path: base,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Registra un préstamo interino, que otra persona aprueba',
  body: LoanForm,
  answer: record,
  status: 201,
  errors: ['NUMBER_TAKEN'],
  idempotent: true,
});

export const changeLoan = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Corrige un préstamo interino que aún no se aprueba',
  params,
  body: LoanForm.safeExtend({ version: z.number().int() }),
  answer: record,
  errors: ['NUMBER_TAKEN', 'STALE', 'TRANSITION'],
});

export const changeLoanStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access: 'contabilidad.ver',
  touches: MOVES,
  summary: 'Aprueba, anula o da por cancelado un préstamo interino',
  params,
  body: StatusChange,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const addRate = endpoint({
  method: 'POST',
  path: `${base}/:id/rates`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Propone una tasa desde un día; vale cuando otra persona la aprueba',
  params,
  body: RateForm,
  answer: record,
  status: 201,
  errors: ['RATE_TAKEN', 'TRANSITION'],
  idempotent: true,
});

export const decideRate = endpoint({
  method: 'POST',
  path: `${base}/:id/rates/:rate/decision`,
  access: 'contabilidad.aprobar',
  touches: MOVES,
  summary: 'Aprueba una tasa propuesta, o la rechaza',
  params: params.extend({ rate: Id }),
  body: z.object({ accept: z.boolean() }),
  answer: record,
  errors: ['TRANSITION'],
});

export const addPrice = endpoint({
  method: 'POST',
  path: `${base}/:id/prices`,
  access: 'contabilidad.editar',
  touches: MOVES,
  summary: 'Agrega el precio de liberación de un modelo o de un lote',
  params,
  body: PriceForm,
  answer: record,
  status: 201,
  errors: ['PRICE_TAKEN', 'TRANSITION'],
  idempotent: true,
});

export const removePrice = endpoint({
  method: 'DELETE',
  path: `${base}/:id/prices/:price`,
  access: 'contabilidad.editar',
  touches: MOVES,
  summary: 'Quita el precio de liberación de un modelo o de un lote',
  params: params.extend({ price: Id }),
  answer: record,
  errors: ['TRANSITION'],
});

export const requestDrawdown = endpoint({
  method: 'POST',
  path: `${base}/:id/drawdowns`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Solicita un desembolso del préstamo, que otra persona aprueba',
  params,
  body: DrawdownForm,
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const changeDrawdownStatus = endpoint({
  method: 'PATCH',
  path: `${base}/drawdowns/:id/status`,
  access: 'contabilidad.ver',
  touches: [...MOVES, 'linea_banco'],
  summary: 'Aprueba, rechaza o registra que llegó un desembolso',
  params,
  body: DrawdownStatusChange,
  answer: record,
  errors: ['STALE', 'TRANSITION', 'BANK_LINE_USED'],
});

export const listDrawdownLines = endpoint({
  method: 'GET',
  path: `${base}/drawdowns/:id/lines`,
  access: 'contabilidad.ver',
  shows: ['linea_banco', 'desembolso_prestamo'],
  summary: 'Las líneas del banco sin dueño que pueden ser un desembolso: de su cuenta y por su monto',
  params,
  answer: data(z.array(Named.extend({ day: z.string(), reference: z.string() }))),
});

export const prepareLoanPayment = endpoint({
  method: 'POST',
  path: `${base}/:id/payments`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Prepara un pago al banco: intereses, capital, comisión o liberaciones; otra persona lo aprueba',
  params,
  body: LoanPaymentForm,
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const changeLoanPaymentStatus = endpoint({
  method: 'PATCH',
  path: `${base}/payments/:id/status`,
  access: 'contabilidad.ver',
  touches: MOVES,
  summary: 'Aprueba, rechaza, registra o reversa un pago del préstamo',
  params,
  body: LoanPaymentStatusChange,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const createRelease = endpoint({
  method: 'POST',
  path: `${base}/:id/releases`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Prepara a mano la liberación de una vivienda, como la de una venta de contado',
  params,
  body: ReleaseForm,
  answer: record,
  status: 201,
  errors: ['RELEASE_TAKEN', 'TRANSITION'],
  idempotent: true,
});

export const listReleasableLots = endpoint({
  method: 'GET',
  path: `${base}/:id/lots`,
  access: 'contabilidad.ver',
  shows: ['prestamo_interino', 'liberacion_prestamo', 'lote', 'modelo'],
  summary: 'Las viviendas del proyecto que el préstamo aún no libera, y los modelos, para elegir',
  params,
  answer: data(z.object({ lots: z.array(Named), models: z.array(Named) })),
});

export const changeReleaseStatus = endpoint({
  method: 'PATCH',
  path: `${base}/releases/:id/status`,
  access: 'contabilidad.ver',
  touches: MOVES,
  summary: 'Anula una liberación que no se pagó',
  params,
  body: StatusChange,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const fileReleaseLetter = endpoint({
  method: 'POST',
  path: `${base}/releases/:id/letter`,
  access: 'contabilidad.editar',
  touches: [...MOVES, 'expediente_vivienda', 'escritura', 'precontrato', 'etapa'],
  summary: 'Guarda la carta de liberación del banco, también en el expediente de la vivienda',
  params,
  body: LetterForm,
  files: { carta: RELEASE_LETTER },
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const LoanMoveFilter = pageBy('dia').extend({
  /** Without one: of all loans, each with its own balances. */
  prestamo_id: Id.optional(),
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
});
export type LoanMoveFilter = z.infer<typeof LoanMoveFilter>;

export const listLoanMoves = endpoint({
  method: 'GET',
  path: `${base}/moves`,
  access: 'contabilidad.ver',
  shows: MOVES,
  summary: 'Estado de un préstamo interino: cada movimiento con los saldos que deja',
  query: LoanMoveFilter,
  answer: page(LoanMove),
  exports: exportsOf(LoanMove, {
    title: 'Estado del préstamo interino',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'dia', title: 'Fecha', type: 'date', value: (row) => row.day },
      { key: 'movimiento', title: 'Movimiento', type: 'text', width: 36, value: (row) => row.text },
      { key: 'referencia', title: 'Referencia', type: 'text', width: 18, value: (row) => row.reference },
      { key: 'desembolso', title: 'Desembolso', type: 'money', value: (row) => row.drawn_centavos },
      { key: 'capital', title: 'Capital pagado', type: 'money', value: (row) => row.repaid_centavos },
      { key: 'interes', title: 'Interés causado', type: 'money', value: (row) => row.interest_centavos },
      {
        key: 'interes_pagado',
        title: 'Interés pagado',
        type: 'money',
        value: (row) => row.interest_paid_centavos,
      },
      { key: 'comision', title: 'Comisión', type: 'money', value: (row) => row.fee_centavos },
      { key: 'saldo', title: 'Saldo de capital', type: 'money', value: (row) => row.balance_centavos },
      {
        key: 'saldo_interes',
        title: 'Interés por pagar',
        type: 'money',
        value: (row) => row.interest_balance_centavos,
      },
    ],
    filters: {
      prestamo_id: { label: 'Préstamo' },
      desde: { label: 'Desde' },
      hasta: { label: 'Hasta' },
    },
  }),
});

export const saleReleases = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/interim_releases',
  access: 'ventas.ver',
  shows: ['prestamo_interino', 'liberacion_prestamo', 'precontrato', 'apartado'],
  summary: 'Cómo va la liberación de la hipoteca interina sobre la vivienda de una venta',
  params,
  answer: data(z.array(SaleRelease)),
});
