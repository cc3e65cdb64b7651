import { MOST_PENALTY_PERCENT } from '#contract/company/settings/limits.ts';
import type { Machine } from '#contract/transitions.ts';

/** States of a refund. Two people approve it, and neither may have prepared it. */
export const REFUND = { prepared: 1, agreed: 2, approved: 3, paid: 4, cancelled: 5 } as const;

export const REFUND_LABELS: Readonly<Record<number, string>> = {
  1: 'Preparada',
  2: 'Aprobada por ventas',
  3: 'Por pagar',
  4: 'Pagada',
  5: 'Anulada',
};

/** Why the sale ended; it decides the penalty. */
export const REFUND_CAUSES = {
  desistimiento: 'El cliente desistió',
  incumplimiento: 'El cliente incumplió (rescisión)',
  rechazo_bancos: 'Los bancos rechazaron la hipoteca',
  promotora: 'Por causa de la promotora',
} as const;
export type RefundCause = keyof typeof REFUND_CAUSES;
export const REFUND_CAUSE_NAMES = Object.keys(REFUND_CAUSES) as [RefundCause, ...RefundCause[]];

export interface RefundFacts {
  /** Confirmed money of the sale, in centavos. */
  paidCents: number;
  cause: RefundCause;
  /** A bank rejected an application of this sale. */
  bankRejected: boolean;
  /** The setting, 0-10. */
  penaltyPercent: number;
}

/**
 * Penalty and refund in centavos. The penalty follows the setting, rounded half up; it is zero after a recorded bank
 * rejection or when the company is the cause. Deterministic.
 */
export function refundOf({ paidCents, cause, bankRejected, penaltyPercent }: RefundFacts) {
  const free = cause === 'promotora' || (cause === 'rechazo_bancos' && bankRejected);
  const percent = free ? 0 : Math.min(penaltyPercent, MOST_PENALTY_PERCENT);
  // Percents have two decimals: integers until the division.
  const penaltyCents = Math.floor((paidCents * Math.round(percent * 100) + 5_000) / 10_000);
  return { percent, penaltyCents, amountCents: paidCents - penaltyCents };
}

/** Why a cause is not possible; null when it is. */
export const whyNotCause = (cause: RefundCause, { bankRejected }: Pick<RefundFacts, 'bankRejected'>) =>
  cause === 'rechazo_bancos' && !bankRejected
    ? 'No hay ninguna solicitud rechazada por un banco en esta venta.'
    : null;

export interface RefundRights {
  preparedByCaller: boolean;
  agreedByCaller: boolean;
}

const OTHERS = 'Quien preparó la devolución no puede aprobarla: pídelo a otra persona.';

/** State machine of a refund: sales approves, then finance approves, then it is paid once. */
export const refundMachine: Machine<RefundRights> = {
  entity: 'devolucion',
  transitions: [
    {
      from: [REFUND.prepared],
      to: REFUND.agreed,
      label: 'Aprobar por ventas',
      permission: 'ventas.aprobar',
      whyNot: ({ preparedByCaller }) => (preparedByCaller ? OTHERS : null),
    },
    {
      from: [REFUND.agreed],
      to: REFUND.approved,
      label: 'Aprobar el pago',
      permission: 'pagos.aprobar',
      whyNot: ({ preparedByCaller, agreedByCaller }) =>
        preparedByCaller
          ? OTHERS
          : agreedByCaller
            ? 'Ya diste la primera aprobación: la segunda es de otra persona.'
            : null,
    },
    { from: [REFUND.approved], to: REFUND.paid, label: 'Registrar el pago', permission: 'pagos.editar' },
    {
      from: [REFUND.prepared, REFUND.agreed, REFUND.approved],
      to: REFUND.cancelled,
      label: 'Anular',
      permission: 'pagos.anular',
      reason: 'required',
    },
  ],
};
