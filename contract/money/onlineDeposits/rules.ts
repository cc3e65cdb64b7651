import type { Machine } from '#contract/transitions.ts';

export const DEPOSIT_STATE = {
  made: 1,
  pending: 2,
  paid: 3,
  failed: 4,
  review: 5,
  returned: 6,
  closed: 7,
} as const;
const S = DEPOSIT_STATE;
export const DEPOSIT_STATES: Readonly<Record<number, string>> = {
  [S.made]: 'Iniciado',
  [S.pending]: 'Esperando al cliente',
  [S.paid]: 'Pagado',
  [S.failed]: 'No se pagó',
  [S.review]: 'Por revisar',
  [S.returned]: 'Devuelto o contracargo',
  [S.closed]: 'Resuelto',
};
/** The customer may still pay it. */
export const LIVE_STATES = [S.made, S.pending] as const;

/** How a customer pays online. */
export const WAYS = { yappy: 'Yappy', tarjeta: 'Tarjeta' } as const;
export type Way = keyof typeof WAYS;
export const WAY_NAMES = Object.keys(WAYS) as [Way, ...Way[]];
/** bank_payment_types: how the money of each way arrives. */
export const BANK_WAY: Readonly<Record<Way, number>> = { yappy: 7, tarjeta: 8 };

interface DepositFacts {
  /** Money was taken back, and its payment still counts. */
  stillCounts: boolean;
}

/** Followed by what the provider says; people only close what they looked into. */
export const depositMachine: Machine<DepositFacts> = {
  entity: 'pago_en_linea',
  transitions: [
    { from: [S.made], to: S.pending, label: 'Abrir', permission: null },
    { from: [S.made, S.pending, S.failed], to: S.paid, label: 'Pagar', permission: null },
    { from: [S.made, S.pending], to: S.failed, label: 'No pagar', permission: null },
    { from: [S.made, S.pending, S.failed], to: S.review, label: 'Revisar', permission: null },
    // Accounting rejected or voided its payment.
    { from: [S.paid], to: S.closed, label: 'Cerrar', permission: null },
    { from: [S.paid, S.review, S.closed], to: S.returned, label: 'Devolver', permission: null },
    {
      from: [S.review, S.returned],
      to: S.closed,
      label: 'Marcar resuelto',
      permission: 'pagos.aprobar',
      reason: 'required',
      whyNot: ({ stillCounts }) =>
        stillCounts ? 'Su pago todavía cuenta: recházalo si no está confirmado, o reversa su recibo.' : null,
    },
  ],
};
