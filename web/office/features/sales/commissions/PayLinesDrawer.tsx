import { Text } from '@mantine/core';
import { changeCommissionStatus } from '#contract/sales/commissions/endpoints.ts';
import type { CommissionLine } from '#contract/sales/commissions/model.ts';
import { COMMISSION } from '#contract/sales/commissions/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { eachRow } from '#web/office/lib/bulk.ts';
import { call } from '#web/office/lib/call.ts';
import type { BulkForm } from '#web/office/ui/table/useBulkForm.ts';
import { TransferDrawer } from '#web/office/ui/TransferDrawer.tsx';
import { lineName } from './commissionBulk.ts';

/** One transfer that pays several lines, each at the net amount that is on the screen. */
export function PayLinesDrawer({ rows, onDone }: BulkForm<CommissionLine>) {
  const people = new Set(rows.map(({ person }) => person.name));
  return (
    <TransferDrawer
      record={rows}
      reread={() => Promise.resolve(rows)}
      title={(lines) => `Pagar ${formatMoney(lines.reduce((sum, one) => sum + one.neto_centavos, 0))}`}
      dayLabel="Día"
      send={async (transfer, lines) => {
        const outcomes = await eachRow(lines, lineName, ({ id, version, neto_centavos }) =>
          call(changeCommissionStatus, {
            params: { id },
            body: { params: { ...transfer, estado_id: COMMISSION.paid, version, neto_centavos } },
          }),
        );
        onDone(outcomes);
        return outcomes;
      }}
      onClose={() => onDone(null)}
      from={usePayFrom()}
    >
      <Text size="sm">
        {rows.length === 1
          ? `1 parte de ${[...people].join(', ')}.`
          : `${rows.length} partes de ${[...people].join(', ')}. Todas quedan con la misma transferencia.`}
      </Text>
    </TransferDrawer>
  );
}
