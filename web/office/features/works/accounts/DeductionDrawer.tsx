import { addDeduction } from '#contract/works/accounts/endpoints.ts';
import type { Account } from '#contract/works/accounts/model.ts';
import { DEDUCTION_KIND_NAMES, DEDUCTION_KINDS } from '#contract/works/accounts/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField, MoneyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface DeductionDrawerProps {
  account: Pick<Account, 'id'>;
  onClose: () => void;
}

/** What is taken from an account, with the number of its document. */
export function DeductionDrawer({ account, onClose }: DeductionDrawerProps) {
  const form = useRecordForm({
    schema: addDeduction.body,
    initial: {},
    send: (body, as) => call(addDeduction, { params: { id: account.id }, body }, as),
    success: 'Descuento agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Agregar descuento"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Agregar descuento"
    >
      <OptionField
        of={form}
        name="kind"
        label="Qué se descuenta"
        options={DEDUCTION_KIND_NAMES.map((kind) => ({ value: kind, label: DEDUCTION_KINDS[kind] }))}
      />
      <LongTextField of={form} name="reason" label="Motivo" maxLength={500} />
      <TextField of={form} name="paper" label="Número del documento" maxLength={60} />
      <MoneyField of={form} name="amount_centavos" label="Monto" />
    </FormDrawer>
  );
}
