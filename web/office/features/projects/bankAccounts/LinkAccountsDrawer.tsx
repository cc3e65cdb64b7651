import {
  linkAccounts,
  listBankAccountOptions,
  listLinkedAccounts,
} from '#contract/projects/bankAccounts/endpoints.ts';
import { accountOptions } from '#contract/projects/bankAccounts/rules.ts';
import type { LinkedAccount } from '#contract/projects/bankAccounts/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { ManyField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = (linked: readonly LinkedAccount[]) => ({
  account_ids: linked.map(({ id }) => id),
  compradores_id: linked.find(({ compradores }) => compradores)?.id ?? null,
  before: linked.map(({ id }) => id),
});

interface LinkAccountsDrawerProps {
  projectId: number;
  linked: readonly LinkedAccount[];
  onClose: () => void;
}

/** Chooses a project's bank accounts; the order of choice is their order. */
export function LinkAccountsDrawer({ projectId, linked, onClose }: LinkAccountsDrawerProps) {
  const offered = useOptions(queryOf(listBankAccountOptions, {}));
  const params = { id: projectId };
  const form = useRecordForm({
    schema: linkAccounts.body,
    initial: valuesOf(linked),
    onChange: ({ account_ids, compradores_id }) =>
      compradores_id !== null && !account_ids?.includes(compradores_id)
        ? { compradores_id: null }
        : undefined,
    reread: async () => valuesOf((await call(listLinkedAccounts, { params })).data),
    send: (body, as) => call(linkAccounts, { params, body }, as),
    success: 'Cuentas guardadas.',
    onDone: onClose,
  });
  const known = new Map(
    accountOptions([...linked, ...offered]).map(({ value, label }) => [Number(value), label]),
  );
  const options = [...known].map(([value, label]) => ({ value, label }));
  const { account_ids } = form.values;
  return (
    <FormDrawer
      title="Cuentas del proyecto"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar cuentas"
    >
      <ManyField
        of={form}
        name="account_ids"
        label="Cuentas"
        description="En el orden en que se eligen."
        nothingFoundMessage="Ninguna coincide"
        required={false}
        options={options}
      />
      <OptionField
        of={form}
        name="compradores_id"
        label="Los compradores pagan a"
        nothing={accountOptions([], { choose: true })[0]?.label ?? ''}
        options={options.filter(({ value }) => account_ids?.includes(value))}
      />
    </FormDrawer>
  );
}
