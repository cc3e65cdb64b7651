import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { changeRefundStatus } from '#contract/money/refunds/endpoints.ts';
import type { Refund } from '#contract/money/refunds/model.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { useAction } from '#web/office/lib/query.ts';
import { TransferDrawer } from '#web/office/ui/TransferDrawer.tsx';

/** The transfer that paid it. */
export function PayRefund({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const save = useAction(changeRefundStatus, {
    success: 'Devolución pagada.',
    inline: true,
  });
  return (
    <TransferDrawer
      title={`Pagar ${formatMoney(refund.amount_centavos)}`}
      dayLabel="Día de la transferencia"
      onClose={onClose}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={(transfer) =>
        save.mutate(
          {
            params: { id: refund.id },
            body: { params: { ...transfer, estado_id: REFUND.paid, version: refund.version } },
          },
          { onSuccess: onClose },
        )
      }
    >
      <Text size="sm">
        A {refund.payee.name}, {refund.payee.bank.name}, cuenta {refund.payee.account}.
      </Text>
    </TransferDrawer>
  );
}
