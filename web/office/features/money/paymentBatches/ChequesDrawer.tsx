import type { z } from 'zod';
import { changeChequeSeries } from '#contract/money/paymentBatches/endpoints.ts';
import type { ChequeSeries } from '#contract/money/paymentBatches/model.ts';
import { call } from '#web/office/lib/call.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ChequesDrawerProps {
  series: z.infer<typeof ChequeSeries>;
  onClose: () => void;
}

/** Begins a book of cheques: its first and last number. */
export function ChequesDrawer({ series, onClose }: ChequesDrawerProps) {
  const form = useRecordForm({
    schema: changeChequeSeries.body,
    initial: {},
    send: (body, as) => call(changeChequeSeries, { params: { id: series.bank_account_id }, body }, as),
    success: 'Chequera guardada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Chequera de ${series.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar chequera"
    >
      <NumberField of={form} name="next_number" label="Próximo cheque" min={1} />
      <NumberField of={form} name="last_number" label="Último cheque" min={1} />
    </FormDrawer>
  );
}
