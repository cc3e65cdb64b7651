import { z } from 'zod';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  ChartFilter,
  ChartRow,
  Entry,
  ENTRY_KINDS,
  EntryFilter,
  EntryRow,
  LedgerFilter,
  LedgerRow,
  SOURCE_RECORDS,
  HOUSE_FIGURE_NAMES,
  HOUSE_FIGURES,
} from './model.ts';

const base = '/api/accounting';
const BOOK_FILTERS = {
  libro_id: { label: 'Empresa' },
  proyecto_id: { label: 'Proyecto', of: 'proyecto' },
  desde: { label: 'Desde' },
  hasta: { label: 'Hasta' },
} as const;

export const listEntries = endpoint({
  method: 'GET',
  path: `${base}/entries`,
  access: 'contabilidad.ver',
  shows: ['asiento'],
  summary: 'Diario: los asientos de los libros',
  query: EntryFilter,
  answer: page(EntryRow),
  exports: exportsOf(EntryRow, {
    title: 'Diario',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'dia', title: 'Fecha', type: 'date', value: (row) => row.day },
      { key: 'numero', title: 'Número', type: 'text', width: 14, value: (row) => row.number },
      { key: 'ocurrio', title: 'Ocurrió el', type: 'date', value: (row) => row.occurred_on },
      { key: 'empresa', title: 'Empresa', type: 'text', width: 28, value: (row) => row.book.name },
      { key: 'descripcion', title: 'Descripción', type: 'text', width: 40, value: (row) => row.description },
      { key: 'clase', title: 'Clase', type: 'text', width: 20, value: (row) => ENTRY_KINDS[row.kind] },
      { key: 'registro', title: 'Registro', type: 'text', width: 20, value: (row) => row.source.name },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.centavos },
    ],
    filters: {
      ...BOOK_FILTERS,
      clase: { label: 'Clase', values: ENTRY_KINDS },
      registro: { label: 'Registro', values: SOURCE_RECORDS },
      cuenta_id: { label: 'Cuenta', of: 'catalog:accounting_accounts' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getEntry = endpoint({
  method: 'GET',
  path: `${base}/entries/:id`,
  access: 'contabilidad.ver',
  shows: ['asiento'],
  summary: 'Un asiento con sus líneas',
  params: z.object({ id: Id }),
  answer: data(Entry),
});

export const listChart = endpoint({
  method: 'GET',
  path: `${base}/chart`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'catalog_item'],
  summary: 'Plan de cuentas con saldos a una fecha',
  query: ChartFilter,
  answer: data(z.array(ChartRow)),
  exports: exportsOf(ChartRow, {
    title: 'Plan de cuentas',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'codigo', title: 'Código', type: 'text', width: 12, value: (row) => row.code },
      { key: 'nombre', title: 'Cuenta', type: 'text', width: 40, value: (row) => row.name },
      { key: 'clase', title: 'Clase', type: 'text', width: 14, value: (row) => row.class.name },
      { key: 'debe', title: 'Debe', type: 'money', value: (row) => row.debit },
      { key: 'haber', title: 'Haber', type: 'money', value: (row) => row.credit },
      { key: 'saldo', title: 'Saldo', type: 'money', value: (row) => row.balance },
    ],
    filters: {
      ...BOOK_FILTERS,
      clase_id: { label: 'Clase', of: 'catalog:tipo_cuenta_contables' },
      todas: { label: 'Sin movimientos', values: { 1: 'Incluidas' } },
    },
  }),
});

const FIGURES = Object.fromEntries(HOUSE_FIGURE_NAMES.map((name) => [name, HOUSE_FIGURES[name].title]));
export const listLedger = endpoint({
  method: 'GET',
  path: `${base}/ledger`,
  access: 'contabilidad.ver',
  shows: ['asiento'],
  summary: 'Mayor de una cuenta, con el saldo después de cada línea',
  query: LedgerFilter,
  answer: page(LedgerRow),
  exports: exportsOf(LedgerRow, {
    title: 'Mayor',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'dia', title: 'Fecha', type: 'date', value: (row) => row.day },
      { key: 'asiento', title: 'Asiento', type: 'text', width: 14, value: (row) => row.entry.number },
      { key: 'empresa', title: 'Empresa', type: 'text', width: 28, value: (row) => row.book.name },
      { key: 'descripcion', title: 'Descripción', type: 'text', width: 40, value: (row) => row.description },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 22, value: (row) => row.project?.name },
      { key: 'lote', title: 'Lote', type: 'text', width: 10, value: (row) => row.lot?.name },
      { key: 'debe', title: 'Debe', type: 'money', value: (row) => row.debit },
      { key: 'haber', title: 'Haber', type: 'money', value: (row) => row.credit },
      { key: 'saldo', title: 'Saldo', type: 'money', value: (row) => row.balance },
    ],
    filters: {
      ...BOOK_FILTERS,
      cuenta_id: { label: 'Cuenta', of: 'catalog:accounting_accounts' },
      lote_id: { label: 'Lote' },
      cifra: { label: 'Cifra de la vivienda', values: FIGURES },
    },
  }),
});

/** `inicial`: before the first day; `final`: at the end of the last. On the account's own side. */
export const sumLedger = endpoint({
  method: 'GET',
  path: `${base}/ledger/sumas`,
  access: 'contabilidad.ver',
  shows: ['asiento'],
  summary: 'Saldo inicial, movimientos y saldo final del mayor de una cuenta',
  query: LedgerFilter,
  answer: sumsOf('inicial', 'debe', 'haber', 'final'),
});
