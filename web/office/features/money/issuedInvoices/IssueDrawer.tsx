import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { listCompanies } from '#contract/money/invoices/endpoints.ts';
import { createIssued } from '#contract/money/issuedInvoices/endpoints.ts';
import { IssuedForm } from '#contract/money/issuedInvoices/model.ts';
import { ITBMS_RATES, itbmsOf } from '#contract/money/issuedInvoices/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { MoneyField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ReceiverFields } from './ReceiverFields.tsx';

const RATES = Object.entries(ITBMS_RATES).map(([value, label]) => ({ value: Number(value), label }));
const LINE = { rate: 700 } as never;

/** Invoices income that no other record tells. */
export function IssueDrawer({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const companies = useOptions(queryOf(listCompanies, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const accounts = useOptions(queryOf(accountingAccounts.list, {}));
  const form = useRecordForm({
    schema: IssuedForm,
    initial: { receiver_type: 'ruc', lines: [LINE] },
    proposed: { company_id: companies.length === 1 ? companies[0]!.id : null },
    send: (body, as) => call(createIssued, { body }, as),
    success: 'Factura emitida. Se envía sola al proveedor.',
    onDone: ({ data }) => {
      onClose();
      onMade(data.id);
    },
  });
  const { rows, error, add, remove } = rowsOf(form, 'lines');
  const total = rows.reduce(
    (sum, { values: { cents, rate } }) => sum + (cents ?? 0) + itbmsOf(cents ?? 0, rate ?? 0),
    0,
  );
  return (
    <FormDrawer
      title="Facturar otro ingreso"
      size="xl"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Emitir factura"
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <OptionField
          of={form}
          name="company_id"
          label="Empresa que factura"
          nothing="Elige la empresa"
          options={companies.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <OptionField
          of={form}
          name="project_id"
          label="Proyecto"
          nothing="Ninguno"
          options={projects.map(({ id, text }) => ({ value: id, label: text }))}
        />
      </SimpleGrid>
      <ReceiverFields of={form} />
      <TextField of={form} name="concept" label="Concepto" maxLength={200} />
      {rows.map((one, at) => (
        <Fieldset key={one.at} legend={`Línea ${at + 1}`} p="sm">
          <Group gap="xs" align="flex-start" wrap="nowrap" mb="xs">
            <TextField of={one} name="description" label="Qué se cobra" maxLength={200} style={{ flex: 1 }} />
            {rows.length > 1 && (
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
            )}
          </Group>
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
            <MoneyField of={one} name="cents" label="Monto sin ITBMS" />
            <OptionField of={one} name="rate" label="ITBMS" options={RATES} />
            <SearchField
              of={one}
              name="account_id"
              label="Cuenta del ingreso"
              placeholder="Otros ingresos"
              clearable
              options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </SimpleGrid>
        </Fieldset>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="space-between">
        <Text size="sm" component="output">
          Total con ITBMS: {formatMoney(total)}
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => add(LINE)}>
          Agregar línea
        </Button>
      </Group>
    </FormDrawer>
  );
}
