import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { bpOf } from '#contract/works/contracts/allocation.ts';
import { payContractAdvance } from '#contract/works/contracts/endpoints.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface AdvanceDrawerProps {
  contract: Pick<Contract, 'id' | 'version' | 'amount_centavos' | 'advance_percent'>;
  onClose: () => void;
}

/** The payment of the advance of a signed contract. */
export function AdvanceDrawer({ contract, onClose }: AdvanceDrawerProps) {
  const today = useToday();
  const payFrom = usePayFrom();
  const form = useRecordForm({
    schema: payContractAdvance.body,
    initial: { paid_on: today, version: contract.version },
    send: (body, as, version) =>
      call(payContractAdvance, { params: { id: contract.id }, body: { ...body, version } }, as),
    success: 'Pago del anticipo registrado.',
    onDone: onClose,
  });
  const cents = bpOf(contract.amount_centavos ?? 0, Math.round(contract.advance_percent * 100));
  return (
    <FormDrawer
      title="Pago del anticipo"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar el pago"
    >
      {contract.amount_centavos !== null && (
        <Text size="sm">
          {contract.advance_percent} % del contrato: {formatMoney(cents)}.
        </Text>
      )}
      <DayField of={form} name="paid_on" label="Pagado el" maxDate={today} />
      <OptionField of={form} name="bank_account_id" {...payFrom} />
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
