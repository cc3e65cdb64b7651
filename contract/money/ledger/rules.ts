import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { LOAN_EVENTS } from './loanEvents.ts';

/** One line of a posting rule: the amount of this name, on this side of this account. */
export interface RuleLine {
  /** accounting_accounts */
  account: number;
  /** The bank account's own accounting account, where the event knows it and it has one. */
  bank?: true;
  /** The account that the record itself names, as the line of an invoice does. */
  own?: true;
  side: Side;
  /** A name of the event's amounts. An amount of zero makes no line; a negative one stands on the other side. */
  amount: string;
}
export const SIDES = { debe: 'Debe', haber: 'Haber' } as const;
export type Side = keyof typeof SIDES;

/** A kind of event that records tell the books, with its amounts and the rule that the product starts with. */
export interface EventSpec {
  title: string;
  /** Labels of the amounts, by name. */
  amounts: Readonly<Record<string, string>>;
  lines: readonly RuleLine[];
}

const debe = (account: number, amount: string): RuleLine => ({ account, side: 'debe', amount });
const haber = (account: number, amount: string): RuleLine => ({ account, side: 'haber', amount });
const bankIn = (account: number, amount: string): RuleLine => ({ account, bank: true, side: 'debe', amount });
const bankOut = (account: number, amount: string): RuleLine => ({
  account,
  bank: true,
  side: 'haber',
  amount,
});

/** Money that a customer's receipt brought into a bank account, against the account that holds it for the customer. */
const received = (title: string, against: number): EventSpec => ({
  title,
  amounts: { recibido: 'Recibido en el banco' },
  lines: [bankIn(ACCOUNT.collectionBanks, 'recibido'), haber(against, 'recibido')],
});

/**
 * The posting rules that the product starts with (domain.md §2, chart of accounts, and §4.6). They are seeded as dated rows,
 * which the accountant changes from a day on; the accounts of an event whose rule has ended stay as they were posted.
 */
export const POSTING_EVENTS = {
  'pago.separacion': received('Separación recibida', ACCOUNT.separations),
  'pago.abono': received('Abono o pago de contado recibido', ACCOUNT.deposits),
  'pago.gastos': received('Gastos legales y de trámite recibidos', ACCOUNT.closingCosts),
  'pago.extras': received('Mejoras y extras recibidos', ACCOUNT.deposits),
  'pago.desembolso': received('Desembolso del banco recibido', ACCOUNT.bankReceivable),
  'pago.otro': received('Otro cobro recibido', ACCOUNT.toIdentify),
  'pago.cedido': {
    title: 'Dinero que pasó a la compra de quien recibió la cesión',
    amounts: {
      separacion: 'Separación',
      abono: 'Abonos',
      gastos: 'Gastos legales',
      extras: 'Mejoras y extras',
      otro: 'Otros cobros',
    },
    lines: [
      haber(ACCOUNT.separations, 'separacion'),
      haber(ACCOUNT.deposits, 'abono'),
      haber(ACCOUNT.closingCosts, 'gastos'),
      haber(ACCOUNT.deposits, 'extras'),
      haber(ACCOUNT.toIdentify, 'otro'),
    ],
  },
  'linea_banco.por_identificar': {
    title: 'Depósito por identificar',
    amounts: { recibido: 'Recibido en el banco' },
    lines: [bankIn(ACCOUNT.collectionBanks, 'recibido'), haber(ACCOUNT.toIdentify, 'recibido')],
  },
  'devolucion.aprobada': {
    title: 'Devolución aprobada',
    amounts: {
      separacion: 'De la separación',
      abono: 'De los abonos',
      gastos: 'De los gastos legales',
      extras: 'De mejoras y extras',
      otro: 'De otros cobros',
      penalidad: 'Se retiene',
      monto: 'Se devuelve',
    },
    lines: [
      debe(ACCOUNT.separations, 'separacion'),
      debe(ACCOUNT.deposits, 'abono'),
      debe(ACCOUNT.closingCosts, 'gastos'),
      debe(ACCOUNT.deposits, 'extras'),
      debe(ACCOUNT.toIdentify, 'otro'),
      haber(ACCOUNT.surcharges, 'penalidad'),
      haber(ACCOUNT.refunds, 'monto'),
    ],
  },
  'devolucion.pagada': {
    title: 'Devolución pagada',
    amounts: { monto: 'Se devuelve' },
    lines: [debe(ACCOUNT.refunds, 'monto'), bankOut(ACCOUNT.operatingBanks, 'monto')],
  },
  'comision.liberada': {
    title: 'Comisión liberada o revertida',
    amounts: { comision: 'Comisión' },
    lines: [debe(ACCOUNT.commissions, 'comision'), haber(ACCOUNT.commissionsPayable, 'comision')],
  },
  'comision.pagada': {
    title: 'Comisión pagada',
    amounts: { neto: 'Pagado, menos lo compensado' },
    lines: [debe(ACCOUNT.commissionsPayable, 'neto'), bankOut(ACCOUNT.operatingBanks, 'neto')],
  },
  'contrato.anticipo': {
    title: 'Anticipo a un contratista',
    amounts: { anticipo: 'Anticipo' },
    lines: [debe(ACCOUNT.contractorAdvances, 'anticipo'), bankOut(ACCOUNT.operatingBanks, 'anticipo')],
  },
  'contrato.retenido_devuelto': {
    title: 'Retenido devuelto',
    amounts: { devuelto: 'Devuelto' },
    lines: [debe(ACCOUNT.retention, 'devuelto'), bankOut(ACCOUNT.operatingBanks, 'devuelto')],
  },
  'contrato.retenido_cargado': {
    title: 'Reparación cargada al retenido',
    amounts: { cargo: 'Cargo' },
    lines: [debe(ACCOUNT.retention, 'cargo'), haber(ACCOUNT.warranty, 'cargo')],
  },
  'existencia.inicial': {
    title: 'Existencia inicial de materiales',
    amounts: { valor: 'Valor' },
    lines: [debe(ACCOUNT.materials, 'valor'), haber(ACCOUNT.opening, 'valor')],
  },
  'existencia.recepcion': {
    title: 'Materiales recibidos o devueltos al proveedor',
    amounts: { valor: 'Valor sin ITBMS' },
    lines: [debe(ACCOUNT.materials, 'valor'), haber(ACCOUNT.receivedToInvoice, 'valor')],
  },
  'existencia.entrega': {
    title: 'Materiales entregados a una vivienda, o que volvieron de ella',
    amounts: { valor: 'Valor' },
    lines: [debe(ACCOUNT.housesInProgress, 'valor'), haber(ACCOUNT.materials, 'valor')],
  },
  'existencia.traslado': {
    title: 'Materiales trasladados entre obras de la misma empresa',
    amounts: { valor: 'Valor' },
    lines: [debe(ACCOUNT.materials, 'valor')],
  },
  'existencia.traslado_salida': {
    title: 'Materiales trasladados a la obra de otra empresa del grupo',
    amounts: { valor: 'Valor' },
    lines: [debe(ACCOUNT.intercompanyReceivable, 'valor'), haber(ACCOUNT.materials, 'valor')],
  },
  'existencia.traslado_entrada': {
    title: 'Materiales que vienen de la obra de otra empresa del grupo',
    amounts: { valor: 'Valor' },
    lines: [debe(ACCOUNT.materials, 'valor'), haber(ACCOUNT.intercompanyPayable, 'valor')],
  },
  'existencia.conteo': {
    title: 'Ajuste por conteo de materiales',
    amounts: { valor: 'Diferencia' },
    lines: [debe(ACCOUNT.materials, 'valor'), haber(ACCOUNT.constructionCost, 'valor')],
  },
  'permiso.tasa': {
    title: 'Tasa de un permiso',
    amounts: { vivienda: 'De una vivienda: parte de su costo', proyecto: 'De un modelo o del proyecto' },
    lines: [
      debe(ACCOUNT.housesInProgress, 'vivienda'),
      debe(ACCOUNT.permits, 'proyecto'),
      bankOut(ACCOUNT.operatingBanks, 'vivienda'),
      bankOut(ACCOUNT.operatingBanks, 'proyecto'),
    ],
  },
  'cuenta_obra.aprobada': {
    title: 'Cuenta de obra aprobada',
    amounts: {
      viviendas: 'Avance de viviendas',
      infraestructura: 'Avance sin vivienda',
      itbms: 'ITBMS',
      amortizado: 'Anticipo amortizado',
      retenido: 'Retenido',
      itbms_retenido: 'ITBMS retenido',
      descuento_materiales: 'Descuento por materiales',
      descuento_multa: 'Multa',
      descuento_prestamo: 'Descuento por préstamo',
      descuento_otro: 'Otro descuento',
      neto: 'Neto a pagar',
    },
    lines: [
      debe(ACCOUNT.housesInProgress, 'viviendas'),
      debe(ACCOUNT.infrastructureInProgress, 'infraestructura'),
      debe(ACCOUNT.itbmsCredit, 'itbms'),
      haber(ACCOUNT.contractorAdvances, 'amortizado'),
      haber(ACCOUNT.retention, 'retenido'),
      haber(ACCOUNT.itbmsWithheld, 'itbms_retenido'),
      haber(ACCOUNT.housesInProgress, 'descuento_materiales'),
      haber(ACCOUNT.otherIncome, 'descuento_multa'),
      haber(ACCOUNT.contractorCharges, 'descuento_prestamo'),
      haber(ACCOUNT.contractorCharges, 'descuento_otro'),
      haber(ACCOUNT.contractors, 'neto'),
    ],
  },
  'cuenta_obra.pagada': {
    title: 'Cuenta de obra pagada',
    amounts: { neto: 'Neto pagado' },
    lines: [debe(ACCOUNT.contractors, 'neto'), bankOut(ACCOUNT.operatingBanks, 'neto')],
  },
  'factura.aprobada': {
    title: 'Factura o nota de crédito de un proveedor',
    amounts: {
      orden: 'Materiales de una orden, sin ITBMS',
      vivienda: 'Costo de una vivienda en obra',
      entregada: 'Costo de una vivienda ya entregada',
      proyecto: 'Costo del proyecto',
      cuenta: 'Línea con cuenta propia',
      itbms: 'ITBMS',
      retenido: 'ITBMS retenido',
      neto: 'Por pagar',
    },
    lines: [
      debe(ACCOUNT.receivedToInvoice, 'orden'),
      debe(ACCOUNT.housesInProgress, 'vivienda'),
      debe(ACCOUNT.constructionCost, 'entregada'),
      debe(ACCOUNT.infrastructureInProgress, 'proyecto'),
      { account: ACCOUNT.constructionCost, own: true, side: 'debe', amount: 'cuenta' },
      debe(ACCOUNT.itbmsCredit, 'itbms'),
      haber(ACCOUNT.itbmsWithheld, 'retenido'),
      haber(ACCOUNT.suppliers, 'neto'),
    ],
  },
  'pago_en_linea.comision': {
    title: 'Comisión de un pago en línea',
    amounts: { comision: 'Comisión del proveedor' },
    lines: [debe(ACCOUNT.bankFees, 'comision'), bankOut(ACCOUNT.collectionBanks, 'comision')],
  },
  'factura_emitida.otros': {
    title: 'Otro ingreso facturado a mano',
    amounts: { ingreso: 'Ingreso', itbms: 'ITBMS', total: 'Por cobrar' },
    lines: [
      debe(ACCOUNT.receivable, 'total'),
      { account: ACCOUNT.otherIncome, own: true, side: 'haber', amount: 'ingreso' },
      haber(ACCOUNT.itbmsPayable, 'itbms'),
    ],
  },
  'factura.anticipo_aplicado': {
    title: 'Anticipo aplicado a una factura',
    amounts: { aplicado: 'Aplicado' },
    lines: [debe(ACCOUNT.suppliers, 'aplicado'), haber(ACCOUNT.supplierAdvances, 'aplicado')],
  },
  'pago_proveedor.factura': {
    title: 'Factura pagada, o devuelta por el banco',
    amounts: { pagado: 'Pagado' },
    lines: [debe(ACCOUNT.suppliers, 'pagado'), bankOut(ACCOUNT.operatingBanks, 'pagado')],
  },
  'pago_proveedor.anticipo': {
    title: 'Anticipo a un proveedor pagado, o devuelto por el banco',
    amounts: { pagado: 'Pagado' },
    lines: [debe(ACCOUNT.supplierAdvances, 'pagado'), bankOut(ACCOUNT.operatingBanks, 'pagado')],
  },
  'pago_proveedor.caja': {
    title: 'Reposición de caja menuda, o devuelta por el banco',
    amounts: { pagado: 'Pagado' },
    lines: [debe(ACCOUNT.pettyCash, 'pagado'), bankOut(ACCOUNT.operatingBanks, 'pagado')],
  },
  ...LOAN_EVENTS,
  'caja_menuda.fondo': {
    title: 'Fondo de caja menuda abierto o cerrado',
    amounts: { fondo: 'Fondo' },
    lines: [debe(ACCOUNT.pettyCash, 'fondo'), bankOut(ACCOUNT.operatingBanks, 'fondo')],
  },
  'caja_menuda.comprobante': {
    title: 'Comprobante de caja menuda',
    amounts: { gasto: 'Gasto sin ITBMS', itbms: 'ITBMS', total: 'Total' },
    lines: [
      { account: ACCOUNT.constructionCost, own: true, side: 'debe', amount: 'gasto' },
      debe(ACCOUNT.itbmsCredit, 'itbms'),
      haber(ACCOUNT.pettyCash, 'total'),
    ],
  },
  'entrega.venta': {
    title: 'Vivienda entregada: el ingreso',
    amounts: { precio: 'Precio', extras: 'Mejoras y extras', total: 'Por cobrar' },
    lines: [
      debe(ACCOUNT.receivable, 'total'),
      haber(ACCOUNT.houseSales, 'precio'),
      haber(ACCOUNT.extras, 'extras'),
    ],
  },
  'entrega.aplicado': {
    title: 'Dinero del cliente aplicado a su vivienda entregada',
    amounts: {
      separacion: 'Separación',
      abono: 'Abonos',
      extras: 'Mejoras y extras',
      desembolso: 'Desembolso',
      total: 'Aplicado',
    },
    lines: [
      debe(ACCOUNT.separations, 'separacion'),
      debe(ACCOUNT.deposits, 'abono'),
      debe(ACCOUNT.deposits, 'extras'),
      debe(ACCOUNT.bankReceivable, 'desembolso'),
      haber(ACCOUNT.receivable, 'total'),
    ],
  },
  'entrega.costo': {
    title: 'Vivienda entregada: su costo',
    amounts: { terreno: 'Terreno', construccion: 'Construcción', infraestructura: 'Infraestructura' },
    lines: [
      debe(ACCOUNT.landCost, 'terreno'),
      haber(ACCOUNT.land, 'terreno'),
      debe(ACCOUNT.constructionCost, 'construccion'),
      haber(ACCOUNT.housesInProgress, 'construccion'),
      debe(ACCOUNT.infrastructureCost, 'infraestructura'),
      haber(ACCOUNT.infrastructureInProgress, 'infraestructura'),
    ],
  },
  'cargo_garantia.por_cobrar': {
    title: 'Reparación que el retenido no alcanzó a cubrir',
    amounts: { cargo: 'Por cobrar al contratista' },
    lines: [debe(ACCOUNT.contractorCharges, 'cargo'), haber(ACCOUNT.warranty, 'cargo')],
  },
  'cargo_garantia.cobrado': {
    title: 'Reparación cobrada al contratista',
    amounts: { cargo: 'Cobrado' },
    lines: [bankIn(ACCOUNT.operatingBanks, 'cargo'), haber(ACCOUNT.contractorCharges, 'cargo')],
  },
} as const satisfies Readonly<Record<string, EventSpec>>;
export type PostingEventKind = keyof typeof POSTING_EVENTS;
export const POSTING_EVENT_KINDS = Object.keys(POSTING_EVENTS) as PostingEventKind[];
export const eventSpec = (kind: string): EventSpec | undefined =>
  (POSTING_EVENTS as Readonly<Record<string, EventSpec>>)[kind];

/** States of a month of a book. One whose reopening was asked for is still closed. */
export const PERIOD_STATE = { open: 1, closed: 2, asked: 3, reopened: 4 } as const;
export const PERIOD_STATES: Readonly<Record<number, string>> = {
  1: 'Abierto',
  2: 'Cerrado',
  3: 'Reapertura pedida',
  4: 'Reabierto',
};
export const isClosed = (stateId: number) =>
  stateId === PERIOD_STATE.closed || stateId === PERIOD_STATE.asked;

/** Why something is not in the books. */
export const UNPOSTED_REASONS = {
  sin_empresa: 'El proyecto no dice su promotora',
  sin_regla: 'No hay regla contable para ese día',
  sin_cuenta: 'La regla usa una cuenta que ya no está en el plan',
  descuadre: 'La regla no cuadra: sus líneas no suman lo mismo en el debe y en el haber',
} as const;
export type UnpostedReason = keyof typeof UNPOSTED_REASONS;

/** The month of a day: 202611. */
export const periodOf = (day: string): number => Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));
/** The first day of a month: 2026-11-01. */
export const firstDayOf = (period: number): string =>
  `${Math.trunc(period / 100)}-${String(period % 100).padStart(2, '0')}-01`;
export const nextPeriod = (period: number): number => (period % 100 === 12 ? period + 89 : period + 1);

/** An amount of an event, with what it is about. */
interface Amount {
  name: string;
  cents: number;
  ownAccountId?: number | null;
}
export type RuledLine<A extends Amount> = A & {
  account: number;
  bank: boolean;
  debitCents: number;
  creditCents: number;
};

/** The lines that a rule makes of an event's amounts. */
export function linesOf<A extends Amount>(rule: readonly RuleLine[], amounts: readonly A[]): RuledLine<A>[] {
  return rule.flatMap(({ account, bank = false, own = false, side, amount }) =>
    amounts
      .filter(({ name, cents }) => name === amount && cents !== 0)
      .map((one) => {
        const debit = (side === 'debe') === one.cents > 0;
        const cents = Math.abs(one.cents);
        return {
          ...one,
          account: (own ? one.ownAccountId : null) ?? account,
          bank,
          debitCents: debit ? cents : 0,
          creditCents: debit ? 0 : cents,
        };
      }),
  );
}

/** Debits minus credits. */
export const balanceOf = (lines: readonly { debitCents: number; creditCents: number }[]): number =>
  lines.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0);
