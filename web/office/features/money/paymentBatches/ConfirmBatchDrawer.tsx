import { Text } from '@mantine/core';
import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { changeBatchStatus } from '#contract/money/paymentBatches/endpoints.ts';
import { BatchStatusChange, type Batch } from '#contract/money/paymentBatches/model.ts';
import { BATCH_STATE } from '#contract/money/paymentBatches/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, TextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Payment = z.object({ params: BatchStatusChange.shape.params.pick({ fecha: true, referencia: true }) });

interface ConfirmBatchDrawerProps {
  batch: Pick<Batch, 'id' | 'version' | 'total_centavos'>;
  onClose: () => void;
}

/** The bank paid a batch: its day and reference. */
export function ConfirmBatchDrawer({ batch, onClose }: ConfirmBatchDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: Payment,
    initial: { version: batch.version, params: { fecha: today } },
    send: ({ params }, as, version) =>
      call(
        changeBatchStatus,
        {
          params: { id: batch.id },
          body: {
            params: {
              ...params,
              estado_id: BATCH_STATE.confirmed,
              ...(version !== undefined && { version }),
            },
          },
        },
        as,
      ),
    success: 'Pago confirmado.',
    onDone: onClose,
  });
  const fields = within(form, 'params');
  return (
    <FormDrawer
      title="Confirmar el pago"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Confirmar el pago"
    >
      <Text size="sm">
        Total: {formatMoney(batch.total_centavos)}. Lo que el banco devuelva se registra después.
      </Text>
      <DayField of={fields} name="fecha" label="El banco pagó el" maxDate={today} required />
      <TextField of={fields} name="referencia" label="Referencia del banco" maxLength={60} required />
    </FormDrawer>
  );
}
