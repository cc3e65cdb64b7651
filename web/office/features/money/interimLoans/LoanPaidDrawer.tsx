import { Text } from '@mantine/core';
import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { changeLoanPaymentStatus } from '#contract/money/interimLoans/endpoints.ts';
import { LoanPaymentStatusChange, type LoanPayment } from '#contract/money/interimLoans/model.ts';
import { LOAN_PAYMENT_STATE as P } from '#contract/money/interimLoans/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = z.object({
  params: LoanPaymentStatusChange.shape.params.pick({ fecha: true, referencia: true, motivo: true }),
});

interface LoanPaidDrawerProps {
  payment: Pick<LoanPayment, 'id' | 'version' | 'number' | 'total_centavos'>;
  /** It was paid, or the bank gave it back. */
  to: typeof P.paid | typeof P.reversed;
  onClose: () => void;
}

/** The bank's day of a payment, or of its return. */
export function LoanPaidDrawer({ payment, to, onClose }: LoanPaidDrawerProps) {
  const today = useToday();
  const paid = to === P.paid;
  const form = useRecordForm({
    schema: Form,
    initial: { version: payment.version, params: { fecha: today } },
    send: ({ params }, as, version) =>
      call(
        changeLoanPaymentStatus,
        {
          params: { id: payment.id },
          body: { params: { ...params, estado_id: to, ...(version !== undefined && { version }) } },
        },
        as,
      ),
    success: paid ? 'Pago registrado.' : 'Pago reversado.',
    onDone: onClose,
  });
  const fields = within(form, 'params');
  const label = paid ? 'Registrar el pago' : 'Reversar el pago';
  return (
    <FormDrawer
      title={`${label} ${payment.number}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={label}
    >
      <Text size="sm">
        Total: {formatMoney(payment.total_centavos)}.
        {!paid && ' El capital se vuelve a deber, y sus liberaciones quedan por pagar.'}
      </Text>
      <DayField of={fields} name="fecha" label={paid ? 'Se pagó el' : 'Volvió el'} maxDate={today} required />
      {paid ? (
        <TextField of={fields} name="referencia" label="Referencia del banco" maxLength={60} required />
      ) : (
        <LongTextField of={fields} name="motivo" label="Motivo" maxLength={1000} required />
      )}
    </FormDrawer>
  );
}
