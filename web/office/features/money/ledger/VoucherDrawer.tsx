import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { formatMoney } from '#contract/money.ts';
import {
  changeVoucher,
  createVoucher,
  getVoucher,
  VoucherForm,
  type Voucher,
} from '#contract/money/ledger/vouchers.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayField, MoneyField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { useBooks } from './useBooks.ts';

interface VoucherDrawerProps {
  /** Null: a new one. */
  voucher: Voucher | null;
  onClose: (made?: number) => void;
}

const initialOf = (voucher: Voucher) => ({
  version: voucher.version,
  book_id: voucher.book.id,
  kind: voucher.kind === 'apertura' ? ('apertura' as const) : ('comprobante' as const),
  day: voucher.day,
  description: voucher.description,
  lines: voucher.lines.map(({ account: _a, project: _p, lot: _l, ...line }) => line),
});

/** A voucher that people type: its lines balance before it is sent to approval. */
export function VoucherDrawer({ voucher, onClose }: VoucherDrawerProps) {
  const books = useBooks();
  const accounts = useOptions(queryOf(accountingAccounts.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const form = useRecordForm({
    schema: VoucherForm,
    initial: voucher ? initialOf(voucher) : { lines: [{} as never, {} as never] },
    ...(voucher && {
      reread: async () => initialOf((await call(getVoucher, { params: { id: voucher.id } })).data),
    }),
    send: (body, as, version) =>
      voucher
        ? call(changeVoucher, { params: { id: voucher.id }, body: { ...body, version } }, as)
        : call(createVoucher, { body }, as),
    success: 'Comprobante guardado.',
    onDone: (answer) => onClose(answer.data.id),
  });
  const { rows, error, add, remove } = rowsOf(form, 'lines');
  const sum = (key: 'debit_centavos' | 'credit_centavos') =>
    rows.reduce((all, { values }) => all + (values[key] ?? 0), 0);
  const [debit, credit] = [sum('debit_centavos'), sum('credit_centavos')];
  return (
    <FormDrawer
      title={voucher ? 'Cambiar comprobante' : 'Nuevo comprobante'}
      size="xl"
      opened
      onClose={() => onClose()}
      {...form.frame}
      submitLabel="Guardar comprobante"
    >
      <OptionField of={form} name="book_id" label="Empresa" nothing="Elige la empresa" options={books} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <DayField of={form} name="day" label="Fecha" />
        <OptionField
          of={form}
          name="kind"
          label="Clase"
          options={[
            { value: 'comprobante', label: 'Comprobante de diario' },
            { value: 'apertura', label: 'Apertura' },
          ]}
        />
      </SimpleGrid>
      <TextField of={form} name="description" label="Descripción" maxLength={200} />
      {rows.map((one, at) => (
        <Fieldset key={one.at} legend={`Línea ${at + 1}`} p="sm">
          <Group gap="xs" align="flex-start" wrap="nowrap" mb="xs">
            <SearchField
              of={one}
              name="account_id"
              label="Cuenta contable"
              style={{ flex: 1 }}
              options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              mt={26}
              aria-label={`Quitar la línea ${at + 1}`}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
            <MoneyField of={one} name="debit_centavos" label="Debe" />
            <MoneyField of={one} name="credit_centavos" label="Haber" />
            <OptionField
              of={one}
              name="project_id"
              label="Proyecto"
              nothing="Ninguno"
              options={projects.map(({ id, text }) => ({ value: id, label: text }))}
            />
            <TextField of={one} name="note" label="Nota" maxLength={200} />
          </SimpleGrid>
        </Fieldset>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="space-between">
        <Text size="sm" component="output" c={debit === credit ? undefined : 'red'}>
          Debe {formatMoney(debit)}, haber {formatMoney(credit)}
          {debit === credit ? '.' : `: faltan ${formatMoney(Math.abs(debit - credit))}.`}
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => add({})}>
          Agregar línea
        </Button>
      </Group>
    </FormDrawer>
  );
}
