import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { prepareLoanPayment } from '#contract/money/interimLoans/endpoints.ts';
import { LoanPaymentForm, type Loan } from '#contract/money/interimLoans/model.ts';
import { RELEASE_STATE } from '#contract/money/interimLoans/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, ManyField, MoneyField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface LoanPaymentDrawerProps {
  loan: Pick<
    Loan,
    | 'id'
    | 'interest_centavos'
    | 'balance_centavos'
    | 'running_centavos'
    | 'releases'
    | 'closing_fee_centavos'
    | 'fee_paid_centavos'
  >;
  onClose: () => void;
}

/** Prepares a payment to the lender: interest, releases of houses, capital, fee. */
export function LoanPaymentDrawer({ loan, onClose }: LoanPaymentDrawerProps) {
  const today = useToday();
  const due = loan.releases.filter(({ state }) => state.id === RELEASE_STATE.due);
  const form = useRecordForm({
    schema: LoanPaymentForm,
    initial: { pay_on: today, interest_cents: Math.max(0, loan.interest_centavos) },
    send: (body, as) => call(prepareLoanPayment, { params: { id: loan.id }, body }, as),
    success: 'Pago preparado. Lo aprueba otra persona.',
    onDone: onClose,
  });
  const fee = loan.closing_fee_centavos - loan.fee_paid_centavos;
  return (
    <FormDrawer title="Preparar pago" opened onClose={onClose} {...form.frame} submitLabel="Preparar pago">
      <Text size="sm">
        Capital: {formatMoney(loan.balance_centavos)}. Interés de meses terminados:{' '}
        {formatMoney(loan.interest_centavos)}; del mes en curso van {formatMoney(loan.running_centavos)}, que
        solo se pagan junto con todo el capital.
      </Text>
      <DayField of={form} name="pay_on" label="Se paga el" />
      <MoneyField of={form} name="interest_cents" label="Interés" />
      {due.length > 0 && (
        <ManyField
          of={form}
          name="release_ids"
          label="Liberaciones"
          options={due.map(({ id, lot, cents, late }) => ({
            value: id,
            label: `${lot.name}: ${formatMoney(cents)}${late ? ', atrasada' : ''}`,
          }))}
        />
      )}
      <MoneyField of={form} name="capital_cents" label="Otro capital" />
      <MoneyField
        of={form}
        name="fee_cents"
        label="Comisión"
        {...(fee > 0 && { description: `De la comisión de cierre faltan ${formatMoney(fee)}.` })}
      />
    </FormDrawer>
  );
}
