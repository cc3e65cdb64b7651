import type { Machine } from '#contract/transitions.ts';

/** States of a progress account (cuenta de obra). */
export const ACCOUNT_STATE = {
  draft: 1,
  sent: 2,
  countersigned: 3,
  approved: 4,
  paid: 5,
  reversed: 6,
  voided: 7,
} as const;
export const ACCOUNT_STATES: Readonly<Record<number, string>> = {
  [ACCOUNT_STATE.draft]: 'Borrador',
  [ACCOUNT_STATE.sent]: 'Enviada al contratista',
  [ACCOUNT_STATE.countersigned]: 'Refrendada',
  [ACCOUNT_STATE.approved]: 'Aprobada',
  [ACCOUNT_STATE.paid]: 'Pagada',
  [ACCOUNT_STATE.reversed]: 'Reversada',
  [ACCOUNT_STATE.voided]: 'Anulada',
};

const { draft, sent, countersigned, approved, paid, reversed, voided } = ACCOUNT_STATE;

/** States in which an account takes the quantities of its lines. */
export const STANDING_STATES: readonly number[] = [draft, sent, countersigned, approved, paid];
/** States in which lines can be disputed and amounts deducted. */
export const OPEN_STATES: readonly number[] = [draft, sent];

export const DEDUCTION_KINDS = {
  materiales: 'Materiales',
  multa: 'Multa',
  prestamo: 'Préstamo',
  otro: 'Otro',
} as const;
export type DeductionKind = keyof typeof DEDUCTION_KINDS;
export const DEDUCTION_KIND_NAMES = Object.keys(DEDUCTION_KINDS) as [DeductionKind, ...DeductionKind[]];

export interface AccountFacts {
  /** The caller signs for the contractor. */
  contractor: boolean;
  madeByCaller: boolean;
  approvedByCaller: boolean;
  /** In centavos; disputed lines do not count. */
  grossCents: number;
  netCents: number;
  /** The number of the contract's last account that stands, if it is a later one. */
  laterNumber: number | null;
  /** What stops a payment: papers of the contractor, bonds. */
  stops: readonly string[];
}

/** The state machine of a progress account: made, countersigned, approved and paid by different people (rulings.md 27, 49). */
export const accountMachine: Machine<AccountFacts> = {
  entity: 'cuenta_obra',
  transitions: [
    {
      from: [draft],
      to: sent,
      label: 'Enviar al contratista',
      permission: 'contratos.aprobar',
    },
    {
      from: [sent],
      to: countersigned,
      label: 'Refrendar',
      permission: 'contratos.ver',
      whyNot: ({ contractor, grossCents }) =>
        !contractor
          ? 'La refrenda el contratista del contrato.'
          : grossCents <= 0
            ? 'Sin las líneas en disputa no queda nada por pagar en esta cuenta.'
            : null,
    },
    {
      from: [countersigned],
      to: approved,
      label: 'Aprobar',
      permission: 'contratos.aprobar',
      whyNot: ({ madeByCaller }) =>
        madeByCaller ? 'Quien hizo la cuenta no puede aprobarla: pídelo a otra persona.' : null,
    },
    {
      from: [approved],
      to: paid,
      label: 'Registrar el pago',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller, approvedByCaller, stops }) =>
        madeByCaller || approvedByCaller
          ? 'Quien hizo o aprobó la cuenta no puede pagarla: pídelo a otra persona.'
          : stops.length > 0
            ? stops.join(' ')
            : null,
    },
    // The bank returned the payment: it is owed again.
    { from: [paid], to: approved, label: 'Pago devuelto', permission: null },
    {
      from: [approved, paid],
      to: reversed,
      label: 'Reversar',
      permission: 'contabilidad.aprobar',
      reason: 'required',
      whyNot: ({ laterNumber }) =>
        laterNumber === null
          ? null
          : `Hay una cuenta posterior: reversa o anula antes la cuenta ${laterNumber}.`,
    },
    {
      from: [draft, sent, countersigned],
      to: voided,
      label: 'Anular',
      permission: 'contratos.aprobar',
      reason: 'required',
    },
  ],
};
