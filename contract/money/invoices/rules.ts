import type { Machine } from '#contract/transitions.ts';

/** States of a supplier's invoice or credit note. */
export const INVOICE_STATE = {
  entered: 1,
  toApprove: 2,
  approved: 3,
  inPayment: 4,
  paid: 5,
  rejected: 6,
  voided: 7,
  disputed: 8,
} as const;
const { entered, toApprove, approved, inPayment, paid, rejected, voided, disputed } = INVOICE_STATE;
export const INVOICE_STATES: Readonly<Record<number, string>> = {
  [entered]: 'Registrada',
  [toApprove]: 'Por aprobar',
  [approved]: 'Aprobada',
  [inPayment]: 'En pago',
  [paid]: 'Pagada',
  [rejected]: 'Rechazada',
  [voided]: 'Anulada',
  [disputed]: 'En disputa',
};
/** States in which an invoice takes quantities of its order, and its number. */
export const LIVE_STATES: readonly number[] = [entered, toApprove, approved, inPayment, paid, disputed];
/** Invoices whose data can be corrected. */
export const EDITABLE_STATES: readonly number[] = [entered, rejected];
/** Invoices that are owed. */
export const OWED_STATES: readonly number[] = [approved, inPayment];

/** Whether an owed invoice is past its day, or within how many days it is due. */
export const DUES = { vencidas: 'Vencidas', semana: 'En siete días', mes: 'En treinta días' } as const;
export type Due = keyof typeof DUES;
export const DUE_NAMES = Object.keys(DUES) as [Due, ...Due[]];
export const DUE_WITHIN: Readonly<Record<Exclude<Due, 'vencidas'>, number>> = { semana: 7, mes: 30 };

export const INVOICE_KINDS = { factura: 'Factura', nota_credito: 'Nota de crédito' } as const;
export type InvoiceKind = keyof typeof INVOICE_KINDS;
export const INVOICE_KIND_NAMES = Object.keys(INVOICE_KINDS) as [InvoiceKind, ...InvoiceKind[]];

/** "F-001", "f 001" and "f001" are one number; zeros in front do not count. */
export const numberKey = (number: string): string =>
  number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '');

export interface InvoiceFacts {
  madeByCaller: boolean;
  /** Above the limit of the settings, and the caller is not gerencia. */
  aboveLimit: boolean;
  /** Something was settled against it: credit notes, advances. */
  settled: boolean;
  lines: number;
}

/** Entered by one person, approved by another (domain.md §2.1); a batch of payments moves it on. */
export const invoiceMachine: Machine<InvoiceFacts> = {
  entity: 'factura_proveedor',
  transitions: [
    {
      from: [entered, rejected],
      to: toApprove,
      label: 'Enviar a aprobar',
      permission: 'contabilidad.crear',
      whyNot: ({ lines }) => (lines === 0 ? 'Agrega al menos una línea.' : null),
    },
    {
      from: [toApprove],
      to: approved,
      label: 'Aprobar',
      permission: 'contabilidad.aprobar',
      reason: 'optional',
      whyNot: ({ madeByCaller, aboveLimit }) =>
        madeByCaller
          ? 'Quien registra la factura no puede aprobarla: pídelo a otra persona.'
          : aboveLimit
            ? 'Pasa del límite de aprobación: la aprueba gerencia.'
            : null,
    },
    {
      from: [toApprove],
      to: rejected,
      label: 'Rechazar',
      permission: 'contabilidad.aprobar',
      reason: 'required',
    },
    {
      from: [toApprove, approved],
      to: disputed,
      label: 'Poner en disputa',
      permission: 'contabilidad.editar',
      reason: 'required',
    },
    { from: [disputed], to: toApprove, label: 'Cerrar la disputa', permission: 'contabilidad.editar' },
    {
      from: [entered, toApprove, approved, rejected, disputed],
      to: voided,
      label: 'Anular',
      permission: 'contabilidad.anular',
      reason: 'required',
      whyNot: ({ settled }) =>
        settled ? 'Tiene notas de crédito o anticipos aplicados: ya no se anula.' : null,
    },
    { from: [approved], to: inPayment, label: 'Poner en pago', permission: null },
    { from: [inPayment], to: approved, label: 'Sacar del pago', permission: null },
    { from: [approved, inPayment], to: paid, label: 'Pagar', permission: null },
    { from: [paid], to: approved, label: 'Pago devuelto', permission: null },
  ],
};

/** States of an advance to a supplier. */
export const ADVANCE_STATE = {
  asked: 1,
  approved: 2,
  inPayment: 3,
  paid: 4,
  rejected: 5,
  voided: 6,
} as const;
const A = ADVANCE_STATE;
export const ADVANCE_STATES: Readonly<Record<number, string>> = {
  [A.asked]: 'Por aprobar',
  [A.approved]: 'Aprobado',
  [A.inPayment]: 'En pago',
  [A.paid]: 'Pagado',
  [A.rejected]: 'Rechazado',
  [A.voided]: 'Anulado',
};

export interface AdvanceFacts {
  madeByCaller: boolean;
  aboveLimit: boolean;
}
/** An advance: asked by one person, approved by another, paid in a batch and settled against invoices. */
export const advanceMachine: Machine<AdvanceFacts> = {
  entity: 'anticipo_proveedor',
  transitions: [
    {
      from: [A.asked],
      to: A.approved,
      label: 'Aprobar',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller, aboveLimit }) =>
        madeByCaller
          ? 'Quien pide el anticipo no puede aprobarlo: pídelo a otra persona.'
          : aboveLimit
            ? 'Pasa del límite de aprobación: lo aprueba gerencia.'
            : null,
    },
    {
      from: [A.asked],
      to: A.rejected,
      label: 'Rechazar',
      permission: 'contabilidad.aprobar',
      reason: 'required',
    },
    {
      from: [A.asked, A.approved],
      to: A.voided,
      label: 'Anular',
      permission: 'contabilidad.anular',
      reason: 'required',
    },
    { from: [A.approved], to: A.inPayment, label: 'Poner en pago', permission: null },
    { from: [A.inPayment], to: A.approved, label: 'Sacar del pago', permission: null },
    { from: [A.inPayment], to: A.paid, label: 'Pagar', permission: null },
    { from: [A.paid], to: A.approved, label: 'Pago devuelto', permission: null },
  ],
};

/** A line of an invoice beside the line of its order: quantities of its unit, prices in centavos. */
export interface MatchedLine {
  material: string;
  unit: string;
  invoiced: number;
  cents: number;
  ordered: number;
  /** Received, less what was returned. */
  received: number;
  /** In other live invoices. */
  before: number;
  priceCents: number;
}

const shown = (value: number) => String(Math.round(value * 1000) / 1000);

/**
 * What does not agree between an invoice, its order and what arrived (three ways), one sentence each; `money` writes
 * centavos. A price may differ by a centavo per line, which is rounding.
 */
export function mismatchesOf(lines: readonly MatchedLine[], money: (cents: number) => string): string[] {
  return lines.flatMap(({ material, unit, invoiced, cents, ordered, received, before, priceCents }) => {
    const all = invoiced + before;
    const earlier = before > 0 ? `, y ya se facturaron ${shown(before)}` : '';
    const quantity =
      all > ordered + 1e-6
        ? [`${material}: se facturan ${shown(invoiced)} ${unit}${earlier}, y se ordenaron ${shown(ordered)}.`]
        : all > received + 1e-6
          ? [
              `${material}: se facturan ${shown(invoiced)} ${unit}${earlier}, y se recibieron ${shown(received)}.`,
            ]
          : [];
    const expected = Math.round(invoiced * priceCents);
    const price =
      cents > expected + 1
        ? [`${material}: se cobran ${money(cents)}, y por el precio de la orden son ${money(expected)}.`]
        : [];
    return [...quantity, ...price];
  });
}

/** What is left to pay of an invoice, in centavos. */
export const balanceOf = (one: { totalCents: number; withheldCents: number; settledCents: number }): number =>
  one.totalCents - one.withheldCents - one.settledCents;
