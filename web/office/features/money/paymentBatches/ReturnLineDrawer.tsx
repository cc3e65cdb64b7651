import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { returnLine } from '#contract/money/paymentBatches/endpoints.ts';
import type { BatchLine } from '#contract/money/paymentBatches/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ReturnLineDrawerProps {
  batchId: number;
  line: Pick<BatchLine, 'id' | 'source' | 'cents'>;
  onClose: () => void;
}

/** An ACH that the bank returned, or a cheque without funds. */
export function ReturnLineDrawer({ batchId, line, onClose }: ReturnLineDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: returnLine.body,
    initial: { returned_on: today },
    send: (body, as) => call(returnLine, { params: { id: batchId, line: line.id }, body }, as),
    success: 'Devolución registrada: se debe otra vez.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Volvió el pago: ${line.source.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar la devolución"
    >
      <Text size="sm">{formatMoney(line.cents)}. Queda por pagar otra vez, y este pago no se borra.</Text>
      <DayField of={form} name="returned_on" label="Volvió el" maxDate={today} />
      <LongTextField of={form} name="reason" label="Por qué volvió" maxLength={300} />
    </FormDrawer>
  );
}
