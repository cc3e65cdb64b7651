import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { chargeRetention, returnRetention } from '#contract/works/accounts/endpoints.ts';
import type { ContractStatement } from '#contract/works/accounts/model.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, MoneyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface RetentionDrawerProps {
  statement: Pick<ContractStatement, 'contract' | 'retained_centavos' | 'returnable_centavos'>;
  kind: 'return' | 'charge';
  onClose: () => void;
}

/** Returns the retention that a reception allows, or charges a repair to it. */
export function RetentionDrawer({ kind, ...props }: RetentionDrawerProps) {
  return kind === 'return' ? <Return {...props} /> : <Charge {...props} />;
}

function Return({ statement, onClose }: Omit<RetentionDrawerProps, 'kind'>) {
  const today = useToday();
  const payFrom = usePayFrom();
  const form = useRecordForm({
    schema: returnRetention.body,
    initial: { paid_on: today },
    send: (body, as) => call(returnRetention, { params: { id: statement.contract.id }, body }, as),
    success: 'Devolución registrada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Devolver retenido"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar la devolución"
    >
      {statement.returnable_centavos !== null && (
        <Text size="sm">Se devuelven {formatMoney(statement.returnable_centavos)}.</Text>
      )}
      <DayField of={form} name="paid_on" label="Devuelto el" maxDate={today} />
      <OptionField of={form} name="bank_account_id" {...payFrom} />
      <TextField
        of={form}
        name="bank"
        label="Banco"
        description="Solo si la empresa no tiene una cuenta para pagar."
        maxLength={120}
      />
      <TextField
        of={form}
        name="reference"
        label="Referencia"
        description="Transferencia o cheque."
        maxLength={60}
      />
    </FormDrawer>
  );
}

function Charge({ statement, onClose }: Omit<RetentionDrawerProps, 'kind'>) {
  const form = useRecordForm({
    schema: chargeRetention.body,
    initial: {},
    send: (body, as) => call(chargeRetention, { params: { id: statement.contract.id }, body }, as),
    success: 'Cargo registrado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Cargar una garantía"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Cargar al retenido"
    >
      {statement.retained_centavos !== null && (
        <Text size="sm">Hay {formatMoney(statement.retained_centavos)} retenidos.</Text>
      )}
      <MoneyField of={form} name="amount_centavos" label="Monto" />
      <LongTextField of={form} name="reason" label="Qué se reparó" maxLength={500} />
      <TextField of={form} name="paper" label="Número del documento" maxLength={60} />
    </FormDrawer>
  );
}
