import type { Machine } from '#contract/transitions.ts';

/** States of an interim loan (préstamo interino). */
export const LOAN_STATE = { toApprove: 1, inForce: 2, closed: 3, voided: 4 } as const;
const L = LOAN_STATE;
export const LOAN_STATES: Readonly<Record<number, string>> = {
  [L.toApprove]: 'Por aprobar',
  [L.inForce]: 'Vigente',
  [L.closed]: 'Cancelado',
  [L.voided]: 'Anulado',
};
/** Days before its end from which a loan with a balance is a task. */
export const EXPIRY_DAYS = 60;

const NOT_SELF = 'Lo registraste tú: lo aprueba otra persona.';

export interface LoanFacts {
  madeByCaller: boolean;
  balanceCents: number;
  interestCents: number;
  /** Drawdowns and payments under way, and releases that are not lifted. */
  open: number;
}
/** Entered by one person and approved by another; closed when nothing is owed. */
export const loanMachine: Machine<LoanFacts> = {
  entity: 'prestamo_interino',
  transitions: [
    {
      from: [L.toApprove],
      to: L.inForce,
      label: 'Aprobar el préstamo',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller }) => (madeByCaller ? NOT_SELF : null),
    },
    {
      from: [L.toApprove],
      to: L.voided,
      label: 'Anular',
      permission: 'contabilidad.anular',
      reason: 'required',
    },
    {
      from: [L.inForce],
      to: L.closed,
      label: 'Dar por cancelado',
      permission: 'contabilidad.aprobar',
      whyNot: ({ balanceCents, interestCents, open }) =>
        balanceCents !== 0
          ? 'Aún hay capital por pagar.'
          : interestCents > 0
            ? 'Aún hay intereses por pagar.'
            : open > 0
              ? 'Hay desembolsos, pagos o liberaciones sin terminar.'
              : null,
    },
  ],
};

/** States of a drawdown (desembolso). */
export const DRAWDOWN_STATE = { requested: 1, approved: 2, received: 3, refused: 4 } as const;
const D = DRAWDOWN_STATE;
export const DRAWDOWN_STATES: Readonly<Record<number, string>> = {
  [D.requested]: 'Solicitado',
  [D.approved]: 'Aprobado',
  [D.received]: 'Recibido',
  [D.refused]: 'Rechazado',
};
/** Requested, approved by another, received from the bank; it holds its part of the limit until it is refused. */
export const drawdownMachine: Machine<{ madeByCaller: boolean }> = {
  entity: 'desembolso_prestamo',
  transitions: [
    {
      from: [D.requested],
      to: D.approved,
      label: 'Aprobar',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller }) => (madeByCaller ? NOT_SELF : null),
    },
    {
      from: [D.approved],
      to: D.received,
      label: 'Registrar que llegó',
      permission: 'contabilidad.editar',
    },
    {
      from: [D.requested, D.approved],
      to: D.refused,
      label: 'Rechazar',
      permission: 'contabilidad.aprobar',
      reason: 'required',
    },
  ],
};

/** States of a payment to the lender. */
export const LOAN_PAYMENT_STATE = { prepared: 1, approved: 2, paid: 3, refused: 4, reversed: 5 } as const;
const P = LOAN_PAYMENT_STATE;
export const LOAN_PAYMENT_STATES: Readonly<Record<number, string>> = {
  [P.prepared]: 'Por aprobar',
  [P.approved]: 'Aprobado',
  [P.paid]: 'Pagado',
  [P.refused]: 'Rechazado',
  [P.reversed]: 'Reversado',
};
export interface LoanPaymentFacts {
  madeByCaller: boolean;
  /** A house of this payment has its letter of release: the bank let it go for this money. */
  lifted: boolean;
}
export const loanPaymentMachine: Machine<LoanPaymentFacts> = {
  entity: 'pago_prestamo',
  transitions: [
    {
      from: [P.prepared],
      to: P.approved,
      label: 'Aprobar',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller }) => (madeByCaller ? NOT_SELF : null),
    },
    { from: [P.approved], to: P.paid, label: 'Registrar el pago', permission: 'contabilidad.editar' },
    {
      from: [P.prepared, P.approved],
      to: P.refused,
      label: 'Rechazar',
      permission: 'contabilidad.aprobar',
      reason: 'required',
    },
    {
      from: [P.paid],
      to: P.reversed,
      label: 'Reversar',
      permission: 'contabilidad.anular',
      reason: 'required',
      whyNot: ({ lifted }) =>
        lifted ? 'Una vivienda de este pago ya tiene su carta de liberación: no se reversa.' : null,
    },
  ],
};

/** States of the release of a house (liberación). */
export const RELEASE_STATE = { due: 1, inPayment: 2, paid: 3, lifted: 4, voided: 5 } as const;
const R = RELEASE_STATE;
export const RELEASE_STATES: Readonly<Record<number, string>> = {
  [R.due]: 'Por pagar',
  [R.inPayment]: 'En pago',
  [R.paid]: 'Pagada, sin carta',
  [R.lifted]: 'Liberada',
  [R.voided]: 'Anulada',
};
/** A payment moves it on, and the bank's letter lifts the mortgage. */
export const releaseMachine: Machine<null> = {
  entity: 'liberacion_prestamo',
  transitions: [
    { from: [R.due], to: R.inPayment, label: 'Poner en pago', permission: null },
    { from: [R.inPayment], to: R.due, label: 'Sacar del pago', permission: null },
    { from: [R.inPayment], to: R.paid, label: 'Pagar', permission: null },
    { from: [R.paid], to: R.due, label: 'Pago reversado', permission: null },
    { from: [R.paid], to: R.lifted, label: 'Guardar la carta', permission: null },
    {
      from: [R.due],
      to: R.voided,
      label: 'Anular',
      permission: 'contabilidad.anular',
      reason: 'required',
    },
  ],
};
