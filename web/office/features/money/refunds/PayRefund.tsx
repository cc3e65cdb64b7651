import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { changeRefundStatus, getRefund } from '#contract/money/refunds/endpoints.ts';
import type { Refund } from '#contract/money/refunds/model.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { call } from '#web/office/lib/call.ts';
import { TransferDrawer } from '#web/office/ui/TransferDrawer.tsx';

/** Records the transfer that paid the refund. */
export function PayRefund({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const params = { id: refund.id };
  return (
    <TransferDrawer
      record={refund}
      reread={async () => (await call(getRefund, { params })).data}
      title={({ amount_centavos }) => `Pagar ${formatMoney(amount_centavos)}`}
      dayLabel="Día de la transferencia"
      send={(transfer, { version }, as) =>
        call(
          changeRefundStatus,
          { params, body: { params: { ...transfer, estado_id: REFUND.paid, version } } },
          as,
        )
      }

      success="Devolución pagada."
      onClose={onClose}
      from={usePayFrom()}
    >
      <Text size="sm">
        A {refund.payee.name}, {refund.payee.bank.name}, cuenta {refund.payee.account}.
      </Text>
    </TransferDrawer>
  );
}
