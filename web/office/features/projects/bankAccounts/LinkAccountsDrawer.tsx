import { MultiSelect, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  linkAccounts,
  listBankAccountOptions,
  listBankAccounts,
  listLinkedAccounts,
} from '#contract/projects/bankAccounts/endpoints.ts';
import { accountOptions } from '#contract/projects/bankAccounts/rules.ts';
import type { LinkedAccount } from '#contract/projects/bankAccounts/model.ts';
import { findProject } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface LinkAccountsDrawerProps {
  projectId: number;
  linked: readonly LinkedAccount[];
  onClose: () => void;
}

/** With which accounts a project works; their order is the one in which they were chosen. */
export function LinkAccountsDrawer({ projectId, linked, onClose }: LinkAccountsDrawerProps) {
  const offered = useOptions(queryOf(listBankAccountOptions, {}));
  const save = useAction(linkAccounts, {
    invalidates: [listLinkedAccounts, listBankAccounts, findProject],
    success: 'Cuentas guardadas.',
    inline: true,
  });
  const form = useForm({
    initialValues: {
      account_ids: linked.map(({ id }) => String(id)),
      compradores_id: String(linked.find(({ compradores }) => compradores)?.id ?? ''),
    },
  });
  const known = new Map(accountOptions([...linked, ...offered]).map(({ value, label }) => [value, label]));
  const { account_ids, compradores_id } = form.values;
  return (
    <FormDrawer
      title="Cuentas del proyecto"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) =>
        save.mutate(
          {
            params: { id: projectId },
            body: {
              account_ids: values.account_ids.map(Number),
              compradores_id: Number(values.compradores_id) || null,
              before: linked.map(({ id }) => id),
            },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Guardar cuentas"
    >
      <MultiSelect
        label="Cuentas"
        description="En el orden en que se eligen."
        searchable
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage="Ninguna coincide"
        data={[...known].map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('account_ids')}
        onChange={(ids) => {
          form.setFieldValue('account_ids', ids);
          if (!ids.includes(compradores_id)) form.setFieldValue('compradores_id', '');
        }}
      />
      <NativeSelect
        label="Los compradores pagan a"
        data={[
          ...accountOptions([], { choose: true }),
          ...account_ids.map((value) => ({ value, label: known.get(value) ?? value })),
        ]}
        {...form.getInputProps('compradores_id')}
      />
    </FormDrawer>
  );
}
