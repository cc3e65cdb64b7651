import { Text } from '@mantine/core';
import { addRate } from '#contract/money/interimLoans/endpoints.ts';
import { RateForm, type Loan } from '#contract/money/interimLoans/model.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField, NumberField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface RateDrawerProps {
  loan: Pick<Loan, 'id'>;
  onClose: () => void;
}

/** Proposes a rate from a day on. */
export function RateDrawer({ loan, onClose }: RateDrawerProps) {
  const form = useRecordForm({
    schema: RateForm,
    initial: {},
    send: (body, as) => call(addRate, { params: { id: loan.id }, body }, as),
    success: 'Tasa propuesta. La aprueba otra persona.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Cambiar la tasa" opened onClose={onClose} {...form.frame} submitLabel="Proponer tasa">
      <Text size="sm">Si rige desde un mes que ya terminó, su interés se corrige al aprobarla.</Text>
      <DayField of={form} name="from" label="Desde" />
      <NumberField of={form} name="rate" label="Tasa anual, en %" decimalScale={4} min={0} max={60} />
    </FormDrawer>
  );
}
