import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  changeBankAccount,
  createBankAccount,
  findBankAccount,
} from '#contract/projects/bankAccounts/endpoints.ts';
import { BankAccountForm, CURRENCIES, type BankAccount } from '#contract/projects/bankAccounts/model.ts';
import {
  accountingAccounts,
  bankAccountPurposes,
  bankAccountTypes,
} from '#contract/company/catalogs/accountingLists.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { CheckField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';

const valuesOf = (account: BankAccount) => ({
  ...account,
  banco_id: account.banco.id,
  tipo_id: account.tipo.id,
  tipo_contable_id: account.tipo_contable.id,
  moneda: CURRENCIES.find((one) => one === account.moneda) ?? 'USD',
  cuenta_contable_id: account.cuenta_contable?.id ?? null,
});

/** Select options, including the account's archived value. */
const choices = (
  list: readonly { id: number; nombre: string }[],
  had: { id: number; nombre: string } | null | undefined,
) =>
  (had && !list.some(({ id }) => id === had.id) ? [had, ...list] : list).map(({ id, nombre }) => ({
    value: id,
    label: nombre,
  }));
const chosen = (id: number | null) => (id === null ? 'Elige uno de la lista.' : null);

interface BankAccountDrawerProps {
  /** null: a new one. */
  account: BankAccount | null;
  onClose: () => void;
}

interface OpenAccountProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** The open account: a form with permission to edit, else read only. */
export function OpenAccount({ id, onClose, beside }: OpenAccountProps) {
  const mayEdit = useCan('contabilidad.editar');
  const { data, error } = useQuery(queryOf(findBankAccount, { params: { id } }));
  if (data && mayEdit) return <BankAccountDrawer key={id} account={data.data} onClose={onClose} />;
  return (
    <RecordDrawer
      of={['cuenta_bancaria', id]}
      title={data?.data.nombre ?? 'Cuenta bancaria'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(account) => (
        <>
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
        </>
      )}
    </RecordDrawer>
  );
}

/** The form of a bank account. */
export function BankAccountDrawer({ account, onClose }: BankAccountDrawerProps) {
  const bankOptions = useOptions(queryOf(banks.list, {}));
  const types = useOptions(queryOf(bankAccountTypes.list, {}));
  const purposes = useOptions(queryOf(bankAccountPurposes.list, {}));
  const ledger = useOptions(queryOf(accountingAccounts.list, {}));
  const params = { id: account?.id ?? 0 };
  const form = useRecordForm({
    schema: BankAccountForm,
    initial: account ? valuesOf(account) : { moneda: 'USD' },
    check: ({ banco_id, tipo_id, tipo_contable_id }) => ({
      banco_id: chosen(banco_id),
      tipo_id: chosen(tipo_id),
      tipo_contable_id: chosen(tipo_contable_id),
    }),
    reread: account ? async () => valuesOf((await call(findBankAccount, { params })).data) : undefined,
    send: (body, as, version) =>
      account
        ? call(changeBankAccount, { params, body: { ...body, version } }, as)
        : call(createBankAccount, { body }, as),
    success: account ? 'Cuenta guardada.' : 'Cuenta agregada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={account ? `Editar ${account.nombre}` : 'Nueva cuenta bancaria'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={account ? 'Guardar cuenta' : 'Agregar cuenta'}
      after={account && <RecordTalk reference="cuenta_bancaria" id={account.id} />}
    >
      <TextField
        of={form}
        name="nombre"
        label="Nombre"
        description="Como la llama la empresa: «Recaudo Valle Sereno»."
        maxLength={80}
      />
      <OptionField
        of={form}
        name="banco_id"
        label="Banco"
        nothing="Elige el banco"
        options={choices(bankOptions, account?.banco)}
      />
      <TextField
        of={form}
        name="numero"
        label="Número"
        description="Una vez por banco; los guiones no cuentan."
        className="figures"
        maxLength={40}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <OptionField
          of={form}
          name="tipo_id"
          label="Tipo de cuenta"
          nothing="Elige el tipo"
          options={choices(types, account?.tipo)}
        />
        <OptionField
          of={form}
          name="tipo_contable_id"
          label="Para qué se usa"
          nothing="Elige el uso"
          options={choices(purposes, account?.tipo_contable)}
        />
      </SimpleGrid>
      <TextField of={form} name="titular" label="Titular" maxLength={160} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <OptionField
          of={form}
          name="moneda"
          label="Moneda"
          options={CURRENCIES.map((value) => ({ value, label: value }))}
        />
        <OptionField
          of={form}
          name="cuenta_contable_id"
          label="Cuenta contable"
          nothing="Sin cuenta contable"
          options={choices(
            ledger.map(({ id, name }) => ({ id, nombre: name })),
            account?.cuenta_contable,
          )}
        />
      </SimpleGrid>
      {account && <CheckField of={form} name="archivada" label="Archivada: ya no se usa" />}
    </FormDrawer>
  );
}
