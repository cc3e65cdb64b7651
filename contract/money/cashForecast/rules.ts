import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { addDays, addMonths, isoWeekday } from '#contract/dates.ts';

export const SIDES = { entra: 'Entra', sale: 'Sale' } as const;
export type CashSide = keyof typeof SIDES;

/** Kinds are compared with the books by groups: the books do not tell an order's payment from an invoice's. */
export const CASH_GROUPS = {
  clientes: {
    title: 'Cobros de clientes',
    accounts: [
      ACCOUNT.separations,
      ACCOUNT.deposits,
      ACCOUNT.toIdentify,
      ACCOUNT.closingCosts,
      ACCOUNT.receivable,
    ],
  },
  bancos: { title: 'Desembolsos de bancos', accounts: [ACCOUNT.bankReceivable] },
  devoluciones: { title: 'Devoluciones', accounts: [ACCOUNT.refunds] },
  contratistas: {
    title: 'Contratistas',
    accounts: [ACCOUNT.contractors, ACCOUNT.retention, ACCOUNT.retentionToReturn, ACCOUNT.contractorAdvances],
  },
  proveedores: {
    title: 'Proveedores',
    accounts: [ACCOUNT.suppliers, ACCOUNT.supplierAdvances, ACCOUNT.receivedToInvoice],
  },
  comisiones: { title: 'Comisiones', accounts: [ACCOUNT.commissionsPayable, ACCOUNT.commissions] },
  caja: { title: 'Caja menuda', accounts: [ACCOUNT.pettyCash] },
  planilla: { title: 'Planilla', accounts: [ACCOUNT.payroll, ACCOUNT.wages] },
  prestamos: { title: 'Préstamos e intereses', accounts: [ACCOUNT.interimLoan, ACCOUNT.interest] },
  terrenos: { title: 'Terrenos', accounts: [ACCOUNT.land, ACCOUNT.landCost] },
  impuestos: {
    title: 'Impuestos',
    accounts: [
      ACCOUNT.itbmsPayable,
      ACCOUNT.itbmsWithheld,
      ACCOUNT.isrPayable,
      ACCOUNT.itbiPayable,
      ACCOUNT.isrWithheld,
      ACCOUNT.transferTaxes,
    ],
  },
  otros: { title: 'Otros', accounts: [] },
} as const;
export type CashGroup = keyof typeof CASH_GROUPS;

/** The group of a counter-account of the banks, by its id in the chart. */
export const groupOfAccount = (account: number): CashGroup =>
  (Object.keys(CASH_GROUPS) as CashGroup[]).find((key) =>
    CASH_GROUPS[key].accounts.some((one) => one === account),
  ) ?? 'otros';

interface KindSpec {
  title: string;
  side: CashSide;
  group: CashGroup;
  /** cash_expectation_types: what no record says and somebody enters. */
  type?: number;
}
const kind = (title: string, side: CashSide, group: CashGroup, type?: number): KindSpec => ({
  title,
  side,
  group,
  ...(type !== undefined && { type }),
});

/** What moves the cash, in the order of the page. */
export const CASH_KINDS = {
  cuotas: kind('Cuotas y abonos', 'entra', 'clientes'),
  bancos: kind('Desembolsos de bancos', 'entra', 'bancos'),
  prestamo: kind('Préstamos recibidos', 'entra', 'prestamos', 2),
  otro_ingreso: kind('Otros ingresos', 'entra', 'otros', 7),
  devoluciones: kind('Devoluciones', 'sale', 'devoluciones'),
  cuentas: kind('Cuentas de obra', 'sale', 'contratistas'),
  obra: kind('Obra programada', 'sale', 'contratistas'),
  retenido: kind('Retenido por devolver', 'sale', 'contratistas'),
  facturas: kind('Facturas de proveedores', 'sale', 'proveedores'),
  ordenes: kind('Órdenes de compra', 'sale', 'proveedores'),
  anticipos: kind('Anticipos a proveedores', 'sale', 'proveedores'),
  comisiones: kind('Comisiones', 'sale', 'comisiones'),
  caja: kind('Caja menuda', 'sale', 'caja'),
  planilla: kind('Planilla', 'sale', 'planilla', 1),
  pago_prestamo: kind('Pago de préstamos', 'sale', 'prestamos', 3),
  terreno: kind('Terrenos', 'sale', 'terrenos', 4),
  impuestos: kind('Impuestos', 'sale', 'impuestos', 5),
  gastos: kind('Gastos de oficina', 'sale', 'otros', 6),
  otro_egreso: kind('Otros egresos', 'sale', 'otros', 8),
} as const satisfies Record<string, KindSpec>;
export type CashKind = keyof typeof CASH_KINDS;
export const CASH_KIND_NAMES = Object.keys(CASH_KINDS) as [CashKind, ...CashKind[]];
const specOf = (name: CashKind): KindSpec => CASH_KINDS[name];
/** 1: it comes in; -1: it goes out. */
export const signOf = (name: CashKind): 1 | -1 => (CASH_KINDS[name].side === 'entra' ? 1 : -1);
export const typeOfKind = (name: CashKind): number | undefined => specOf(name).type;

/** In the pessimistic line money comes late and leaves early; in the optimistic one the other way round. */
export const LINES = {
  pesimista: { title: 'Pesimista', incoming: 80, outgoing: 20 },
  esperada: { title: 'Esperada', incoming: 50, outgoing: 50 },
  optimista: { title: 'Optimista', incoming: 20, outgoing: 80 },
} as const;
export type CashLine = keyof typeof LINES;
export const LINE_NAMES = Object.keys(LINES) as [CashLine, ...CashLine[]];

export const SPANS = { semana: 'Por semana', mes: 'Por mes' } as const;
export type CashSpan = keyof typeof SPANS;

/** The forecast looks this far; the last day of a forecast made on a day. */
const HORIZON_MONTHS = 12;
export const lastDayOf = (today: string): string => addDays(addMonths(today, HORIZON_MONTHS), -1);
/** An installment that is this many days late is expected no more. */
export const OVERDUE_MOST = 365;

const monthStart = (day: string) => `${day.slice(0, 7)}-01`;
const weekMonday = (day: string) => addDays(day, 1 - isoWeekday(day));
export const spanStart = (day: string, span: CashSpan): string =>
  span === 'mes' ? monthStart(day) : weekMonday(day);
const spanEnd = (start: string, span: CashSpan): string =>
  span === 'mes' ? addDays(addMonths(start, 1), -1) : addDays(start, 6);

/** The periods from today to the last day of the forecast, both cut to it. */
export function periodsOf(today: string, span: CashSpan): { from: string; to: string }[] {
  const last = lastDayOf(today);
  const periods: { from: string; to: string }[] = [];
  for (let from = today; from <= last;) {
    const end = spanEnd(spanStart(from, span), span);
    periods.push({ from, to: end < last ? end : last });
    from = addDays(end, 1);
  }
  return periods;
}

/** A sum of the forecast: centavos of a kind in a line, from `startsOn` to the end of its week or month. */
export interface CashCell {
  kind: CashKind;
  line: CashLine;
  startsOn: string;
  cents: number;
}

export interface CashPeriod {
  from: string;
  to: string;
  /** Of the asked line: centavos by kind, without a sign. */
  kinds: Partial<Record<CashKind, number>>;
  entra: number;
  sale: number;
  /** What is in the bank at its end, by line. */
  closing: Record<CashLine, number>;
}

/**
 * The forecast by period, from the balance of the banks today and the cells. The balances of the three lines are those at
 * the end of each period; the amounts by kind are of one line.
 */
export function forecastOf(
  { today, opening }: { today: string; opening: number },
  cells: readonly CashCell[],
  { span, line }: { span: CashSpan; line: CashLine },
): CashPeriod[] {
  const balance: Record<CashLine, number> = { pesimista: opening, esperada: opening, optimista: opening };
  const byStart = Map.groupBy(
    cells.filter(({ startsOn }) => startsOn <= lastDayOf(today)),
    ({ startsOn }) => spanStart(startsOn < today ? today : startsOn, span),
  );
  return periodsOf(today, span).map(({ from, to }) => {
    const kinds: CashPeriod['kinds'] = {};
    let entra = 0;
    let sale = 0;
    for (const cell of byStart.get(spanStart(from, span)) ?? []) {
      balance[cell.line] += signOf(cell.kind) * cell.cents;
      if (cell.line !== line) continue;
      kinds[cell.kind] = (kinds[cell.kind] ?? 0) + cell.cents;
      if (signOf(cell.kind) > 0) entra += cell.cents;
      else sale += cell.cents;
    }
    return { from, to, kinds, entra, sale, closing: { ...balance } };
  });
}

/** Where a line is lowest, at the end of a week; the first of equal ones. */
export function lowestOf(weeks: readonly CashPeriod[], line: CashLine) {
  const found = weeks.reduce((low, one) => (one.closing[line] < low.closing[line] ? one : low), weeks[0]!);
  return { line, from: found.from, to: found.to, centavos: found.closing[line] };
}

/** The days of an expectation between two days, both included. */
export function expectedDays(
  one: { firstOn: string; monthly: boolean; until: string | null },
  from: string,
  to: string,
): string[] {
  if (!one.monthly) return one.firstOn >= from && one.firstOn <= to ? [one.firstOn] : [];
  const last = one.until !== null && one.until < to ? one.until : to;
  const days: string[] = [];
  for (let at = 0; ; at += 1) {
    const day = addMonths(one.firstOn, at);
    if (day > last) return days;
    if (day >= from) days.push(day);
  }
}

/** Error of a forecast in percent of what happened, with one decimal; null when nothing happened. */
export const errorPercent = (forecast: number, actual: number): number | null =>
  actual === 0 ? null : Math.round((Math.abs(forecast - actual) / Math.abs(actual)) * 1000) / 10;
