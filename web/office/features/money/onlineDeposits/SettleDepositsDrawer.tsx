import { Text } from '@mantine/core';
import { showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import {
  listDeposits,
  listSettlementLines,
  settleDeposits,
} from '#contract/money/onlineDeposits/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { ManyField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Settles paid deposits with the line with which the provider paid them out. */
export function SettleDepositsDrawer({ onClose }: { onClose: () => void }) {
  const lines = useOptions(queryOf(listSettlementLines, {}));
  const waiting = useOptions(queryOf(listDeposits, { query: { por_liquidar: 1, per_page: 200 } }));
  const form = useRecordForm({
    schema: settleDeposits.body,
    initial: { deposit_ids: [] },
    send: (body, as) => call(settleDeposits, { body }, as),
    success: 'Pagos liquidados: cada uno tiene su recibo.',
    onDone: onClose,
  });
  const { line_id, deposit_ids } = form.values;
  const line = lines.find(({ id }) => id === line_id);
  const gross = waiting
    .filter(({ id }) => (deposit_ids ?? []).includes(id))
    .reduce((sum, { cents }) => sum + cents, 0);
  return (
    <FormDrawer
      title="Liquidar con el extracto"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Liquidar pagos"
    >
      <OptionField
        of={form}
        name="line_id"
        label="Línea del extracto"
        options={lines.map(({ id, day, text, cents, account }) => ({
          value: id,
          label: `${showDay(day)} · ${formatMoney(cents)} · ${text} · ${account}`,
        }))}
        nothing="Elige la línea"
      />
      <ManyField
        of={form}
        name="deposit_ids"
        label="Pagos que trae"
        options={waiting.map(({ id, reference, customer, cents }) => ({
          value: id,
          label: `${customer} · ${formatMoney(cents)} · ${reference}`,
        }))}
      />
      <Text size="sm" component="output">
        Los pagos suman {formatMoney(gross)}.
        {line && gross > 0 && ` La comisión sería ${formatMoney(gross - line.cents)}.`}
      </Text>
    </FormDrawer>
  );
}
