import { Checkbox, Drawer, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  changeBankAccount,
  createBankAccount,
  findBankAccount,
  listBankAccountOptions,
  listBankAccounts,
  listLinkedAccounts,
} from '#contract/projects/bankAccounts/endpoints.ts';
import { BankAccountForm, CURRENCIES, type BankAccount } from '#contract/projects/bankAccounts/model.ts';
import {
  accountingAccounts,
  bankAccountPurposes,
  bankAccountTypes,
} from '#contract/company/catalogs/accountingLists.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface Values {
  nombre: string;
  numero: string;
  banco_id: string;
  tipo_id: string;
  tipo_contable_id: string;
  moneda: (typeof CURRENCIES)[number];
  titular: string;
  cuenta_contable_id: string;
  archivada: boolean;
}

const valuesOf = (account: BankAccount | null): Values => ({
  nombre: account?.nombre ?? '',
  numero: account?.numero ?? '',
  banco_id: String(account?.banco.id ?? ''),
  tipo_id: String(account?.tipo.id ?? ''),
  tipo_contable_id: String(account?.tipo_contable.id ?? ''),
  moneda: account?.moneda === 'PAB' ? 'PAB' : 'USD',
  titular: account?.titular ?? '',
  cuenta_contable_id: String(account?.cuenta_contable?.id ?? ''),
  archivada: account?.archivada ?? false,
});

const wireOf = (values: Values) => ({
  ...values,
  banco_id: Number(values.banco_id),
  tipo_id: Number(values.tipo_id),
  tipo_contable_id: Number(values.tipo_contable_id),
  cuenta_contable_id: Number(values.cuenta_contable_id) || null,
});

/** What the list offers, with what the account already has though it was archived. */
const choices = (
  list: readonly { id: number; nombre: string }[],
  had: { id: number; nombre: string } | null | undefined,
  nothing: string,
) => [
  { value: '', label: nothing },
  ...(had && !list.some(({ id }) => id === had.id) ? [had, ...list] : list).map((one) => ({
    value: String(one.id),
    label: one.nombre,
  })),
];

interface BankAccountDrawerProps {
  /** null: a new one. */
  account: BankAccount | null;
  onClose: () => void;
}

/** One bank account; who may not change it reads it. */
export function BankAccountDrawer({ account, onClose }: BankAccountDrawerProps) {
  const mayEdit = useCan('contabilidad.editar');
  if (account && !mayEdit)
    return (
      <Drawer opened onClose={onClose} title={account.nombre}>
        <Facts
          narrow
          rows={[
            ['Número', account.numero],
            ['Banco', account.banco.nombre],
            ['Tipo de cuenta', account.tipo.nombre],
            ['Para qué se usa', account.tipo_contable.nombre],
            ['Moneda', account.moneda],
            ['Titular', account.titular],
            ['Cuenta contable', account.cuenta_contable?.nombre],
          ]}
        />
        <RecordTalk reference="cuenta_bancaria" id={account.id} />
      </Drawer>
    );
  return <AccountForm account={account} onClose={onClose} />;
}

function AccountForm({ account, onClose }: BankAccountDrawerProps) {
  const touched = {
    invalidates: [listBankAccounts, findBankAccount, listBankAccountOptions, listLinkedAccounts],
    inline: true,
  } as const;
  const create = useAction(createBankAccount, { ...touched, success: 'Cuenta agregada.' });
  const change = useAction(changeBankAccount, { ...touched, success: 'Cuenta guardada.' });
  const save = account ? change : create;
  const bankOptions = useOptions(queryOf(banks.list, {}));
  const types = useOptions(queryOf(bankAccountTypes.list, {}));
  const purposes = useOptions(queryOf(bankAccountPurposes.list, {}));
  const ledger = useOptions(queryOf(accountingAccounts.list, {}));
  const form = useForm<Values>({
    initialValues: valuesOf(account),
    validateInputOnBlur: true,
    validate: (values) => {
      const faults = zodErrors(BankAccountForm)(wireOf(values));
      for (const field of ['banco_id', 'tipo_id', 'tipo_contable_id'] as const)
        if (!values[field]) faults[field] = 'Elige uno de la lista.';
      return faults;
    },
  });
  const { filled, reload } = useFilled(
    account,
    account && queryOf(findBankAccount, { params: { id: account.id } }),
    ({ data }) => data,
    valuesOf,
  );
  const submit = (values: Values) => {
    const body = wireOf(values);
    if (account)
      change.mutate(
        { params: { id: account.id }, body: { ...body, version: filled?.version } },
        { onSuccess: onClose },
      );
    else create.mutate({ body }, { onSuccess: onClose });
  };
  return (
    <FormDrawer
      title={account ? `Editar ${account.nombre}` : 'Nueva cuenta bancaria'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel={account ? 'Guardar cuenta' : 'Agregar cuenta'}
      after={account && <RecordTalk reference="cuenta_bancaria" id={account.id} />}
    >
      <TextInput
        label="Nombre"
        description="Como la llama la empresa: «Recaudo Valle Sereno»."
        required
        maxLength={80}
        {...form.getInputProps('nombre')}
      />
      <NativeSelect
        label="Banco"
        required
        data={choices(bankOptions, account?.banco, 'Elige el banco')}
        {...form.getInputProps('banco_id')}
      />
      <TextInput
        label="Número"
        description="Una vez por banco; los guiones no cuentan."
        required
        className="figures"
        maxLength={40}
        {...form.getInputProps('numero')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NativeSelect
          label="Tipo de cuenta"
          required
          data={choices(types, account?.tipo, 'Elige el tipo')}
          {...form.getInputProps('tipo_id')}
        />
        <NativeSelect
          label="Para qué se usa"
          required
          data={choices(purposes, account?.tipo_contable, 'Elige el uso')}
          {...form.getInputProps('tipo_contable_id')}
        />
      </SimpleGrid>
      <TextInput label="Titular" required maxLength={160} {...form.getInputProps('titular')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NativeSelect label="Moneda" data={[...CURRENCIES]} {...form.getInputProps('moneda')} />
        <NativeSelect
          label="Cuenta contable"
          data={choices(
            ledger.map(({ id, name }) => ({ id, nombre: name })),
            account?.cuenta_contable,
            'Sin cuenta contable',
          )}
          {...form.getInputProps('cuenta_contable_id')}
        />
      </SimpleGrid>
      {account && (
        <Checkbox
          label="Archivada: ya no se usa"
          {...form.getInputProps('archivada', { type: 'checkbox' })}
        />
      )}
    </FormDrawer>
  );
}
