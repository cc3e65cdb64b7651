import type { Machine } from '#contract/transitions.ts';

export const REPLENISHMENT_STATE = { asked: 1, approved: 2, inPayment: 3, paid: 4, rejected: 5 } as const;
const S = REPLENISHMENT_STATE;
export const REPLENISHMENT_STATES: Readonly<Record<number, string>> = {
  [S.asked]: 'Por aprobar',
  [S.approved]: 'Aprobada',
  [S.inPayment]: 'En pago',
  [S.paid]: 'Pagada',
  [S.rejected]: 'Rechazada',
};

export interface ReplenishmentFacts {
  madeByCaller: boolean;
  custodian: boolean;
}
/** Asked by the custodian, approved by another, paid in a batch. */
export const replenishmentMachine: Machine<ReplenishmentFacts> = {
  entity: 'reposicion_caja',
  transitions: [
    {
      from: [S.asked],
      to: S.approved,
      label: 'Aprobar la reposición',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller, custodian }) =>
        madeByCaller || custodian
          ? 'Quien pide la reposición o custodia la caja no puede aprobarla: pídelo a otra persona.'
          : null,
    },
    {
      from: [S.asked],
      to: S.rejected,
      label: 'Rechazar la reposición',
      permission: 'contabilidad.aprobar',
      reason: 'required',
    },
    { from: [S.approved], to: S.inPayment, label: 'Poner en pago', permission: null },
    { from: [S.inPayment], to: S.approved, label: 'Sacar del pago', permission: null },
    { from: [S.inPayment], to: S.paid, label: 'Pagar', permission: null },
    { from: [S.paid], to: S.approved, label: 'Pago devuelto', permission: null },
  ],
};
