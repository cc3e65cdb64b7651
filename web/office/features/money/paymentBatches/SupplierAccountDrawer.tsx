import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { listPayees } from '#contract/money/invoices/endpoints.ts';
import { proposeSupplierAccount } from '#contract/money/paymentBatches/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Proposes the bank account of a supplier. */
export function SupplierAccountDrawer({ onClose }: { onClose: () => void }) {
  const payees = useOptions(queryOf(listPayees, {}));
  const list = useOptions(queryOf(banks.list, {}));
  const form = useRecordForm({
    schema: proposeSupplierAccount.body,
    initial: { kind: 'corriente' },
    onChange: (now, before) =>
      now.partner_id !== before.partner_id && !now.holder
        ? { holder: payees.find(({ id }) => id === now.partner_id)?.name ?? null }
        : {},
    send: (body, as) => call(proposeSupplierAccount, { body }, as),
    success: 'Cuenta propuesta. La confirma otra persona.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Proponer cuenta"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Proponer cuenta"
    >
      <SearchField
        of={form}
        name="partner_id"
        label="De quién"
        options={payees.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <OptionField
        of={form}
        name="bank_id"
        label="Banco"
        nothing="Elige el banco"
        options={list.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <TextField of={form} name="number" label="Número de cuenta" maxLength={30} inputMode="numeric" />
      <OptionField
        of={form}
        name="kind"
        label="Tipo"
        options={[
          { value: 'corriente', label: 'Corriente' },
          { value: 'ahorros', label: 'Ahorros' },
        ]}
      />
      <TextField of={form} name="holder" label="A nombre de" maxLength={160} />
      <LongTextField of={form} name="reason" label="Cómo se comprobó" maxLength={300} />
    </FormDrawer>
  );
}
