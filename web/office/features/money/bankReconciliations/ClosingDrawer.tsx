import { Text } from '@mantine/core';
import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { setClosing } from '#contract/money/bankReconciliations/endpoints.ts';
import { ClosingForm, type Reconciliation } from '#contract/money/bankReconciliations/model.ts';
import { call } from '#web/office/lib/call.ts';
import { MoneyField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = z.object({ closing_centavos: ClosingForm.shape.closing_centavos });

interface ClosingDrawerProps {
  reconciliation: Pick<Reconciliation, 'id' | 'lines_centavos' | 'closing_centavos'>;
  onClose: () => void;
}

/** The balance that the bank's paper says at the end of the month. */
export function ClosingDrawer({ reconciliation: one, onClose }: ClosingDrawerProps) {
  const form = useRecordForm({
    schema: Form,
    initial: { closing_centavos: one.closing_centavos ?? one.lines_centavos },
    send: (body, as) => call(setClosing, { params: { id: one.id }, body }, as),
    success: 'Saldo guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Saldo final del banco"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar saldo"
    >
      <Text size="sm">Las líneas importadas llevan a {formatMoney(one.lines_centavos)}.</Text>
      <MoneyField of={form} name="closing_centavos" label="Saldo final, como lo dice el papel del banco" />
    </FormDrawer>
  );
}
