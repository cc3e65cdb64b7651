import { z } from 'zod';
import { monthText } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { firstDayOf } from '#contract/money/ledger/rules.ts';
import { StatusChange } from '#contract/transitions.ts';
import {
  AcceptForm,
  AdjustForm,
  ClosingForm,
  ExplainForm,
  MatchForm,
  OpeningForm,
  ReconcilableAccount,
  Reconciliation,
  ReconciliationFilter,
  ReconciliationRow,
  StartForm,
} from './model.ts';
import { RECONCILIATION_STATES } from './rules.ts';

const base = '/api/accounting/bank_reconciliations';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(Reconciliation);
const MOVES = ['conciliacion', 'linea_banco'] as const;

/** The PDF of a reconciliation. */
export const RECONCILIATION_PAPER = `${one}/pdf`;

export const listReconciliations = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: ['conciliacion', 'asiento', 'extracto'],
  summary: 'Las conciliaciones de cada cuenta bancaria, mes por mes',
  query: ReconciliationFilter,
  answer: page(ReconciliationRow),
  exports: exportsOf(ReconciliationRow, {
    title: 'Conciliaciones bancarias',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 28, value: (row) => row.account.name },
      { key: 'numero', of: 'cuenta', title: 'Número', type: 'text', width: 20, value: (row) => row.account.number },
      { key: 'banco', of: 'cuenta', title: 'Banco', type: 'text', width: 24, value: (row) => row.account.bank },
      { key: 'mes', title: 'Mes', type: 'text', width: 20, value: (row) => monthText(firstDayOf(row.period)) },
      { key: 'estado', title: 'Estado', type: 'text', width: 20, value: (row) => row.state.name },
      { key: 'saldo_banco', title: 'Saldo del banco', type: 'money', value: (row) => row.closing_centavos },
      { key: 'abierto_banco', of: 'saldo_banco', title: 'En el banco, no en los libros', type: 'money', value: (row) => row.bank_open_centavos },
      { key: 'abierto_libros', of: 'saldo_libros', title: 'En los libros, no en el banco', type: 'money', value: (row) => row.book_open_centavos },
      { key: 'saldo_libros', title: 'Saldo de los libros', type: 'money', value: (row) => row.book_centavos },
      { key: 'termino', title: 'La terminó', type: 'text', width: 22, value: (row) => row.finished?.by },
      { key: 'reviso', of: 'termino', title: 'La revisó', type: 'text', width: 22, value: (row) => row.reviewed?.by },
    ],
    filters: {
      cuenta_id: { label: 'Cuenta' },
      estado_id: { label: 'Estado', values: RECONCILIATION_STATES },
      anio: { label: 'Año' },
      q: { label: 'Búsqueda' },
    },
  }), // prettier-ignore
});

export const listReconcilable = endpoint({
  method: 'GET',
  path: `${base}/accounts`,
  access: 'contabilidad.ver',
  shows: ['conciliacion', 'cuenta_bancaria'],
  summary: 'Las cuentas bancarias, con el último mes conciliado de cada una',
  answer: data(z.array(ReconcilableAccount)),
});

export const getReconciliation = endpoint({
  method: 'GET',
  path: one,
  access: 'contabilidad.ver',
  shows: ['conciliacion', 'asiento', 'extracto', 'linea_banco', 'comprobante_diario'],
  summary: 'Una conciliación con las líneas de los dos lados: conciliadas, propuestas, abiertas y ajustadas',
  params,
  answer: record,
});

export const startReconciliation = endpoint({
  method: 'POST',
  path: base,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Empieza a conciliar una cuenta en un mes; los siguientes empiezan donde termina el anterior',
  body: StartForm,
  answer: record,
  status: 201,
  errors: ['RECONCILIATION_TAKEN'],
  idempotent: true,
});

export const openReconciliations = endpoint({
  method: 'POST',
  path: `${base}/opening`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Registra el último mes conciliado antes de Llave, con lo que quedó de un solo lado',
  body: OpeningForm,
  answer: record,
  status: 201,
  errors: ['RECONCILIATION_TAKEN'],
  idempotent: true,
});

export const setClosing = endpoint({
  method: 'PUT',
  path: `${one}/closing`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'El saldo final del mes, como lo dice el papel del banco',
  params,
  body: ClosingForm,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const matchLines = endpoint({
  method: 'POST',
  path: `${one}/matches`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Concilia líneas del banco con líneas de los libros que suman lo mismo',
  params,
  body: MatchForm,
  answer: record,
  status: 201,
  errors: ['LINE_TAKEN', 'TRANSITION'],
  idempotent: true,
});

export const acceptProposals = endpoint({
  method: 'POST',
  path: `${one}/matches/accept`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Acepta propuestas, o todas las exactas',
  params,
  body: AcceptForm,
  answer: record,
  errors: ['LINE_TAKEN', 'TRANSITION'],
  idempotent: true,
});

export const releaseMatch = endpoint({
  method: 'POST',
  path: `${one}/matches/:match/release`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Separa líneas que se conciliaron a mano o por propuesta',
  params: params.extend({ match: Id }),
  body: z.object({}),
  answer: record,
  errors: ['TRANSITION'],
});

export const adjustLine = endpoint({
  method: 'POST',
  path: `${one}/adjustments`,
  access: 'contabilidad.crear',
  touches: ['conciliacion', 'comprobante_diario', 'lote_pago', 'pago_proveedor', 'pago', 'precontrato', 'linea_banco', 'factura_proveedor'],
  summary: 'Registra en los libros lo que trae una línea del banco: un cargo, un interés o dinero devuelto',
  params,
  body: AdjustForm,
  answer: record,
  status: 201,
  errors: ['LINE_TAKEN', 'TRANSITION', 'STALE'],
  idempotent: true,
}); // prettier-ignore

export const explainLine = endpoint({
  method: 'PUT',
  path: `${one}/explanations`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Explica por qué una línea está de un solo lado',
  params,
  body: ExplainForm,
  answer: record,
  errors: ['TRANSITION'],
});

export const changeReconciliationStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'contabilidad.ver',
  touches: ['conciliacion', 'periodo_contable'],
  summary: 'Termina, revisa, devuelve o reabre una conciliación; cada cambio pide su propio permiso',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});
