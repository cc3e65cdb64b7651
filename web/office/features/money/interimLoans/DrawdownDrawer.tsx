import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { requestDrawdown } from '#contract/money/interimLoans/endpoints.ts';
import type { Loan } from '#contract/money/interimLoans/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, MoneyField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface DrawdownDrawerProps {
  loan: Pick<Loan, 'id' | 'available_centavos'>;
  onClose: () => void;
}

/** Asks for money of a loan. */
export function DrawdownDrawer({ loan, onClose }: DrawdownDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: requestDrawdown.body,
    initial: { requested_on: today },
    send: (body, as) => call(requestDrawdown, { params: { id: loan.id }, body }, as),
    success: 'Desembolso solicitado. Lo aprueba otra persona.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Solicitar desembolso"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Solicitar desembolso"
    >
      <Text size="sm">Del límite quedan {formatMoney(loan.available_centavos)}.</Text>
      <MoneyField of={form} name="cents" label="Monto" />
      <DayField of={form} name="requested_on" label="Fecha de la solicitud" maxDate={today} />
      <LongTextField of={form} name="purpose" label="Para qué" maxLength={300} />
    </FormDrawer>
  );
}
