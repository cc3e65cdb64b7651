import type { Machine } from '../transitions.ts';

/** States of a customer's payment (domain.md §2). */
export const PAYMENT = {
  pending: 1,
  reported: 2,
  verifying: 3,
  confirmed: 4,
  rejected: 5,
  partial: 6,
  overdue: 7,
  refunded: 8,
  voided: 9,
} as const;

export interface PaymentFacts {
  /** Bank, reference, date and amount of the bank's line are written down. */
  bankLineComplete: boolean;
  bankCents: number | null;
  dueCents: number;
  /** The caller typed the payment in for the customer. */
  enteredByCaller: boolean;
  /** The separation of a sale that is still being put together: it cannot do without. */
  neededBySale: boolean;
}

/** A customer's payment on its simple path (domain.md §3, rulings.md 21 and 27). */
export const paymentMachine: Machine<PaymentFacts> = {
  entity: 'pago',
  transitions: [
    { from: [1, 7], to: 2, label: 'Reportar pago', permission: null },
    { from: [2], to: 3, label: 'Verificar', permission: 'pagos.editar' },
    {
      from: [3],
      to: 4,
      label: 'Confirmar',
      permission: 'pagos.aprobar',
      whyNot: ({ bankLineComplete, bankCents, dueCents, enteredByCaller }) =>
        enteredByCaller
          ? 'Quien registró el pago no puede confirmarlo: pídelo a otra persona.'
          : !bankLineComplete
            ? 'Escribe banco, referencia, fecha y monto de la línea del banco.'
            : (bankCents ?? 0) < dueCents
              ? 'El banco recibió menos de lo que se debe: recházalo con el motivo.'
              : null,
    },
    { from: [3], to: 5, label: 'Rechazar', permission: 'pagos.aprobar', reason: 'required' },
    {
      from: [3],
      to: 6,
      label: 'Pago parcial',
      permission: 'pagos.aprobar',
      whyNot: () => 'Los pagos parciales todavía no se registran: recházalo con el motivo.',
    },
    { from: [1], to: 7, label: 'Vencido', permission: null },
    {
      from: [4],
      to: 8,
      label: 'Reembolsar',
      permission: 'pagos.editar',
      reason: 'required',
      whyNot: () => 'Falta una devolución preparada y aprobada.',
    },
    {
      from: [1, 2, 3],
      to: 9,
      label: 'Anular',
      permission: 'pagos.anular',
      reason: 'required',
      whyNot: ({ neededBySale }) =>
        neededBySale
          ? 'Es la separación de una venta en curso: se anula con la venta, o se rechaza si el dinero no llegó.'
          : null,
    },
  ],
};
