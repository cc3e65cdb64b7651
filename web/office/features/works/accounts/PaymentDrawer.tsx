import { Text } from '@mantine/core';
import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { changeAccountStatus } from '#contract/works/accounts/endpoints.ts';
import { AccountStatusChange, type Account } from '#contract/works/accounts/model.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Payment = z.object({
  params: AccountStatusChange.shape.params.pick({
    fecha: true,
    cuenta_id: true,
    banco: true,
    referencia: true,
  }),
});

interface PaymentDrawerProps {
  account: Pick<Account, 'id' | 'version' | 'net_centavos'>;
  onClose: () => void;
}

/** The payment of an approved account; later it is only reversed. */
export function PaymentDrawer({ account, onClose }: PaymentDrawerProps) {
  const today = useToday();
  const payFrom = usePayFrom();
  const form = useRecordForm({
    schema: Payment,
    initial: { version: account.version, params: { fecha: today } },
    send: ({ params }, as, version) =>
      call(
        changeAccountStatus,
        {
          params: { id: account.id },
          body: {
            params: { ...params, estado_id: ACCOUNT_STATE.paid, ...(version !== undefined && { version }) },
          },
        },
        as,
      ),
    success: 'Pago registrado.',
    onDone: onClose,
  });
  const fields = within(form, 'params');
  return (
    <FormDrawer
      title="Registrar el pago"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar el pago"
    >
      {account.net_centavos !== null && (
        <Text size="sm">Neto: {formatMoney(account.net_centavos)}. Un pago no se edita: se reversa.</Text>
      )}
      <DayField of={fields} name="fecha" label="Pagada el" maxDate={today} required />
      <OptionField of={fields} name="cuenta_id" {...payFrom} />
      <TextField
        of={fields}
        name="banco"
        label="Banco"
        description="Solo si la empresa no tiene una cuenta para pagar."
        maxLength={120}
      />
      <TextField
        of={fields}
        name="referencia"
        label="Referencia"
        description="Transferencia o cheque."
        maxLength={60}
        required
      />
    </FormDrawer>
  );
}
