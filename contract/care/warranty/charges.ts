import type { Machine } from '#contract/transitions.ts';

/** States of a charge of a warranty repair to its contractor (cargo de garantía). */
export const CHARGE = { asked: 1, approved: 2, owed: 3, collected: 4, refused: 5 } as const;
export const CHARGE_LABELS: Readonly<Record<number, string>> = {
  [CHARGE.asked]: 'Por aprobar',
  [CHARGE.approved]: 'Cargado al retenido',
  [CHARGE.owed]: 'Por cobrar al contratista',
  [CHARGE.collected]: 'Cobrado',
  [CHARGE.refused]: 'No aprobado',
};

export interface ChargeFacts {
  /** The caller asked for it. */
  own: boolean;
}

/**
 * Whoever asks for a charge does not decide it. Approving takes what the retention has; what it lacks is a receivable from the
 * contractor, and the charge goes to `owed` by itself.
 */
export const chargeMachine: Machine<ChargeFacts> = {
  entity: 'cargo_garantia',
  transitions: [
    {
      from: [CHARGE.asked],
      to: CHARGE.approved,
      label: 'Aprobar el cargo',
      permission: 'contabilidad.aprobar',
      whyNot: ({ own }) => (own ? 'Lo pediste tú: lo aprueba otra persona.' : null),
    },
    {
      from: [CHARGE.asked],
      to: CHARGE.refused,
      label: 'No aprobar',
      permission: 'contabilidad.aprobar',
      reason: 'required',
    },
    { from: [CHARGE.approved], to: CHARGE.owed, label: 'Queda por cobrar', permission: null },
    {
      from: [CHARGE.owed],
      to: CHARGE.collected,
      label: 'Registrar el cobro',
      permission: 'contabilidad.aprobar',
    },
  ],
};
