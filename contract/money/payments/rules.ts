import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import type { Machine } from '#contract/transitions.ts';

/** Payment types that pay the price; the others are separate charges. */
export const PRICE_TYPES = [
  PAYMENT_TYPE.separation,
  PAYMENT_TYPE.downPayment,
  PAYMENT_TYPE.installment,
  PAYMENT_TYPE.disbursement,
  PAYMENT_TYPE.cash,
] as const;
export const paysPrice = (typeId: number) => PRICE_TYPES.some((one) => one === typeId);

/** States in which the money has arrived. */
export const SETTLED_STATES = [PAYMENT.confirmed, PAYMENT.partial] as const;
export const isSettled = (stateId: number) => SETTLED_STATES.some((one) => one === stateId);
/** Reported by the customer, not yet decided by accounting. */
export const REPORTED_STATES = [PAYMENT.reported, PAYMENT.verifying] as const;
export const isReported = (stateId: number) => REPORTED_STATES.some((one) => one === stateId);
/** States in which a payment can be reported. */
export const DUE_STATES = [PAYMENT.pending, PAYMENT.overdue] as const;
export const isOpen = (stateId: number) => DUE_STATES.some((one) => one === stateId);
/** States in which a due is still owed: the money has not arrived. */
export const OWED_STATES = [...DUE_STATES, ...REPORTED_STATES] as const;
export const isOwed = (stateId: number) => OWED_STATES.some((one) => one === stateId);

/** Reported by the customer and not yet in verification: the amount may still be corrected. */
export const isCorrectable = (payment: { stateId: number; enteredBy: number | null }) =>
  payment.stateId === PAYMENT.reported && payment.enteredBy === null;

export interface PaymentFacts {
  /** Bank, reference, date and amount of the bank's entry are recorded. */
  bankLineComplete: boolean;
  bankCents: number | null;
  dueCents: number;
  /** The current user entered the payment for the customer. */
  enteredByCaller: boolean;
  /** The separation of a sale in preparation: the sale needs it. */
  neededBySale: boolean;
  /** An installment: unpaid ones are rescheduled, never waived. */
  ofPlan: boolean;
}

export const TWO_PEOPLE = 'Quien registró el pago no puede confirmarlo: pídelo a otra persona.';

/** Why the current user cannot reverse a settled payment; null when possible. */
export function whyNotReverse(facts: {
  stateId: number;
  reversed: boolean;
  confirmedByCaller: boolean;
  /** It refers to a receipt of the sale that was ceded. */
  passed?: boolean;
}): string | null {
  if (facts.passed) return 'Este dinero llegó con un recibo de la compra cedida: reversa ese recibo.';
  if (facts.reversed) return 'Este pago ya se reversó.';
  if (!isSettled(facts.stateId)) return 'Solo se reversa un pago confirmado.';
  return facts.confirmedByCaller
    ? 'Quien confirmó el pago no puede reversarlo: pídelo a otra persona.'
    : null;
}

/** State machine of a customer's payment (domain.md §3, rulings.md 21 and 27). */
export const paymentMachine: Machine<PaymentFacts> = {
  entity: 'pago',
  transitions: [
    {
      from: DUE_STATES,
      to: PAYMENT.reported,
      label: 'Reportar pago',
      permission: null,
    },
    { from: [PAYMENT.reported], to: PAYMENT.verifying, label: 'Verificar', permission: 'pagos.editar' },
    {
      from: [PAYMENT.verifying],
      to: PAYMENT.confirmed,
      label: 'Confirmar',
      permission: 'pagos.aprobar',
      whyNot: ({ bankLineComplete, bankCents, dueCents, enteredByCaller }) =>
        enteredByCaller
          ? TWO_PEOPLE
          : !bankLineComplete
            ? 'Escribe banco, referencia, fecha y monto de la línea del banco.'
            : (bankCents ?? dueCents) < dueCents
              ? 'El banco recibió menos de lo que se debe: regístralo como pago parcial.'
              : null,
    },
    {
      from: [PAYMENT.verifying],
      to: PAYMENT.rejected,
      label: 'Rechazar',
      permission: 'pagos.aprobar',
      reason: 'required',
    },
    {
      from: [PAYMENT.verifying],
      to: PAYMENT.partial,
      label: 'Pago parcial',
      permission: 'pagos.aprobar',
      whyNot: ({ bankCents, dueCents, enteredByCaller }) =>
        enteredByCaller
          ? TWO_PEOPLE
          : (bankCents ?? 0) >= dueCents
            ? 'El banco recibió todo lo que se debe: confírmalo.'
            : null,
    },
    // Accounting found the deposit in a statement before anybody reported it.
    { from: DUE_STATES, to: PAYMENT.verifying, label: 'Hallado en el banco', permission: null },
    { from: [PAYMENT.pending], to: PAYMENT.overdue, label: 'Vencido', permission: null },
    // A new plan replaces the overdue installments of the previous one (decisions/0025).
    { from: [PAYMENT.overdue], to: PAYMENT.voided, label: 'Reprogramado', permission: null },
    {
      from: [PAYMENT.confirmed, PAYMENT.partial],
      to: PAYMENT.refunded,
      label: 'Reembolsar',
      permission: null,
      whyNot: () => 'Falta una devolución preparada y aprobada.',
    },
    {
      from: [PAYMENT.pending, PAYMENT.reported, PAYMENT.verifying],
      to: PAYMENT.voided,
      label: 'Anular',
      permission: 'pagos.anular',
      reason: 'required',
      whyNot: ({ neededBySale, ofPlan }) =>
        neededBySale
          ? 'Es la separación de una venta en curso: se anula con la venta, o se rechaza si el dinero no llegó.'
          : ofPlan
            ? 'Es una cuota del plan de pago: reprograma el plan, o recházala si el dinero no llegó.'
            : null,
    },
  ],
};
