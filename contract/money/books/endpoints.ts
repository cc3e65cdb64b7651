import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import {
  AtFilter,
  BalanceRow,
  BankRow,
  HouseFilter,
  HouseRow,
  MonthsRow,
  PayableRow,
  ReceivableRow,
  SpanFilter,
  TaxRow,
  TrialRow,
} from './model.ts';
import { AGES, MONTHS } from './rules.ts';

const base = '/api/accounting/reports';
const permission = 'contabilidad.exportar';
const AT = {
  libro_id: { label: 'Empresa' },
  proyecto_id: { label: 'Proyecto', of: 'proyecto' },
  hasta: { label: 'Hasta' },
} as const;
const SPAN = { ...AT, desde: { label: 'Desde' } } as const;

interface Aged {
  d30: number;
  d60: number;
  d90: number;
  mas: number;
  total: number;
}
const ageColumns = [
  ...AGES.map(({ key, title }) => ({
    key,
    title,
    type: 'money' as const,
    value: (row: Aged) => row[key],
  })),
  { key: 'total' as const, title: 'Total', type: 'money' as const, value: (row: Aged) => row.total },
];

const monthColumns = [
  {
    key: 'codigo' as const,
    title: 'Código',
    type: 'text' as const,
    width: 10,
    value: (row: MonthsRow) => row.code,
  },
  {
    key: 'cuenta' as const,
    title: 'Cuenta',
    type: 'text' as const,
    width: 34,
    value: (row: MonthsRow) => row.name,
  },
  ...MONTHS.map((title, at) => ({
    key: `mes_${at + 1}` as const,
    title,
    type: 'money' as const,
    width: 12,
    value: (row: MonthsRow) => row.months[at],
  })),
  { key: 'total' as const, title: 'Total', type: 'money' as const, value: (row: MonthsRow) => row.total },
  {
    key: 'antes' as const,
    title: 'Año anterior',
    type: 'money' as const,
    value: (row: MonthsRow) => row.before,
  },
];

export const trialBalance = endpoint({
  method: 'GET',
  path: `${base}/trial_balance`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'catalog_item'],
  summary: 'Balance de comprobación: saldo inicial, debe, haber y saldo final de cada cuenta',
  query: SpanFilter,
  answer: data(z.array(TrialRow)),
  exports: exportsOf(TrialRow, {
    title: 'Balance de comprobación',
    permission,
    columns: [
      { key: 'codigo', title: 'Código', type: 'text', width: 12, value: (row) => row.code },
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 40, value: (row) => row.name },
      { key: 'inicial', title: 'Saldo inicial', type: 'money', value: (row) => row.opening },
      { key: 'debe', title: 'Debe', type: 'money', value: (row) => row.debit },
      { key: 'haber', title: 'Haber', type: 'money', value: (row) => row.credit },
      { key: 'final', title: 'Saldo final', type: 'money', value: (row) => row.closing },
    ],
    filters: SPAN,
  }),
});

export const balanceSheet = endpoint({
  method: 'GET',
  path: `${base}/balance_sheet`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'catalog_item'],
  summary: 'Balance general a una fecha, al lado del cierre del año anterior',
  query: AtFilter,
  answer: data(z.array(BalanceRow)),
  exports: exportsOf(BalanceRow, {
    title: 'Balance general',
    permission,
    columns: [
      { key: 'codigo', title: 'Código', type: 'text', width: 12, value: (row) => row.code },
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 44, value: (row) => row.name },
      { key: 'saldo', title: 'Saldo', type: 'money', value: (row) => row.centavos },
      { key: 'antes', title: 'Cierre del año anterior', type: 'money', value: (row) => row.before },
    ],
    filters: AT,
  }),
});

export const incomeStatement = endpoint({
  method: 'GET',
  path: `${base}/income_statement`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'catalog_item'],
  summary: 'Estado de resultados por mes, al lado de los mismos días del año anterior',
  query: AtFilter,
  answer: data(z.array(MonthsRow)),
  exports: exportsOf(MonthsRow, {
    title: 'Estado de resultados',
    permission,
    columns: monthColumns,
    filters: AT,
  }),
});

export const cashFlow = endpoint({
  method: 'GET',
  path: `${base}/cash_flow`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'catalog_item'],
  summary: 'Flujo de efectivo directo por mes: lo que entró y salió de caja y bancos, por su contrapartida',
  query: AtFilter,
  answer: data(z.array(MonthsRow)),
  exports: exportsOf(MonthsRow, {
    title: 'Flujo de efectivo',
    permission,
    columns: monthColumns,
    filters: AT,
  }),
});

export const agedReceivables = endpoint({
  method: 'GET',
  path: `${base}/aged_receivables`,
  access: 'contabilidad.ver',
  shows: ['pago'],
  summary: 'Cuentas por cobrar vencidas de clientes, por proyecto y días de vencidas',
  query: AtFilter,
  answer: data(z.array(ReceivableRow)),
  exports: exportsOf(ReceivableRow, {
    title: 'Antigüedad por cobrar',
    permission,
    columns: [
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 30, value: (row) => row.project },
      { key: 'ventas', title: 'Compras', type: 'number', value: (row) => row.sales },
      ...ageColumns,
    ],
    filters: AT,
  }),
});

export const agedPayables = endpoint({
  method: 'GET',
  path: `${base}/aged_payables`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'catalog_item'],
  summary: 'Cuentas por pagar a proveedores y contratistas, por días',
  query: AtFilter,
  answer: data(z.array(PayableRow)),
  exports: exportsOf(PayableRow, {
    title: 'Antigüedad por pagar',
    permission,
    columns: [
      {
        key: 'nombre',
        title: 'A quién',
        type: 'text',
        width: 30,
        value: (row) => row.partner?.name ?? 'Sin nombre',
      },
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 30, value: (row) => row.account.name },
      ...ageColumns,
    ],
    filters: AT,
  }),
});

export const bankBalances = endpoint({
  method: 'GET',
  path: `${base}/banks`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'cuenta_bancaria', 'extracto', 'linea_banco'],
  summary: 'Cada cuenta bancaria: lo que dicen los libros al lado de lo que dice el banco',
  query: AtFilter,
  answer: data(z.array(BankRow)),
  exports: exportsOf(BankRow, {
    title: 'Libro y banco',
    permission,
    columns: [
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 34, value: (row) => row.account },
      { key: 'banco', title: 'Banco', type: 'text', width: 24, value: (row) => row.bank },
      { key: 'libro', title: 'En los libros', type: 'money', value: (row) => row.book },
      { key: 'extracto', title: 'En el banco', type: 'money', value: (row) => row.statement },
      { key: 'hasta_el', title: 'Extracto hasta', type: 'date', value: (row) => row.covered_until },
      { key: 'abiertas', title: 'Líneas sin identificar', type: 'number', value: (row) => row.open_lines },
      { key: 'sin_identificar', title: 'Sin identificar', type: 'money', value: (row) => row.open },
      { key: 'diferencia', title: 'Diferencia', type: 'money', value: (row) => row.difference },
    ],
    filters: AT,
  }),
});

export const houseMargins = endpoint({
  method: 'GET',
  path: `${base}/houses`,
  access: 'contabilidad.ver',
  shows: ['asiento'],
  summary: 'Costo y margen de cada vivienda',
  query: HouseFilter,
  answer: page(HouseRow),
  exports: exportsOf(HouseRow, {
    title: 'Costo y margen por vivienda',
    permission,
    columns: [
      { key: 'lote', title: 'Lote', type: 'text', width: 12, value: (row) => row.lot },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project.name },
      { key: 'ingreso', title: 'Ingreso', type: 'money', value: (row) => row.income },
      { key: 'terreno', title: 'Terreno', type: 'money', value: (row) => row.land },
      { key: 'construccion', title: 'Construcción', type: 'money', value: (row) => row.construction },
      { key: 'infraestructura', title: 'Infraestructura', type: 'money', value: (row) => row.infrastructure },
      { key: 'permisos', title: 'Permisos', type: 'money', value: (row) => row.permits },
      { key: 'comisiones', title: 'Comisiones', type: 'money', value: (row) => row.commissions },
      { key: 'otros', title: 'Otros', type: 'money', value: (row) => row.other },
      { key: 'margen', title: 'Margen', type: 'money', value: (row) => row.margin },
      { key: 'porcentaje', title: 'Margen %', type: 'percent', value: (row) => row.margin_percent },
      { key: 'proceso', title: 'En proceso', type: 'money', value: (row) => row.in_progress },
    ],
    filters: AT,
  }),
});

export const taxesDue = endpoint({
  method: 'GET',
  path: `${base}/taxes`,
  access: 'contabilidad.ver',
  shows: ['asiento'],
  summary: 'Impuestos por pagar, por mes y fecha límite',
  query: AtFilter,
  answer: data(z.array(TaxRow)),
  exports: exportsOf(TaxRow, {
    title: 'Impuestos por pagar',
    permission,
    columns: [
      { key: 'impuesto', title: 'Impuesto', type: 'text', width: 24, value: (row) => row.tax },
      { key: 'mes', title: 'Mes', type: 'text', width: 16, value: (row) => periodText(row.period) },
      { key: 'vence', title: 'Vence', type: 'date', value: (row) => row.due_on },
      { key: 'causado', title: 'Causado', type: 'money', value: (row) => row.generated },
      { key: 'credito', title: 'Crédito fiscal', type: 'money', value: (row) => row.lowered },
      { key: 'debe', title: 'Por pagar', type: 'money', value: (row) => row.owed },
    ],
    filters: AT,
  }),
});

/** Noviembre 2026 */
export const periodText = (period: number) => `${MONTHS[(period % 100) - 1]} ${Math.trunc(period / 100)}`;
