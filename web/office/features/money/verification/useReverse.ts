import { reversePayment } from '#contract/money/verification/endpoints.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { askReason } from '#web/office/ui/ask.tsx';

/** Asks for a reason and reverses the payment. `likely`: the suggested reason. */
export function useReverse(payment: Payment | undefined) {
  const reverse = useAction(reversePayment, { success: 'Pago reversado.' });
  const ask = async (likely?: string) => {
    if (!payment) return;
    const motivo = await askReason({
      title: `Reversar el recibo ${payment.receipt ?? ''}`,
      text: 'El recibo queda sin efecto, lo que pagó vuelve a deberse y su línea del banco queda libre. No se puede deshacer.',
      confirm: 'Reversar',
      danger: true,
      label: 'Motivo',
      required: true,
      suggestions: [
        ...(likely ? [likely] : []),
        'El banco devolvió el pago',
        'Se confirmó en la venta equivocada',
      ],
    });
    if (motivo) reverse.mutate({ params: { id: payment.id }, body: { motivo, version: payment.version } });
  };
  return { ask, isPending: reverse.isPending };
}
