import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import { InvoiceForm, InvoiceLineForm, type SupplierOpen } from '#contract/money/invoices/model.ts';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { MoneyField, NumberField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf, type RecordFormOf } from '#web/office/ui/form/useFields.ts';

interface InvoiceLinesProps {
  of: RecordFormOf<typeof InvoiceForm>;
  orders: SupplierOpen['orders'];
}

/** What an invoice charges, and where each line goes: account or cost code, project, house. */
export function InvoiceLines({ of, orders }: InvoiceLinesProps) {
  const { rows, error, add, remove } = rowsOf(of, 'lines');
  const chosen = orders.find(({ id }) => id === of.values.order_id);
  return (
    <>
      {rows.map((one, at) => (
        <Fieldset key={one.at} legend={`Línea ${at + 1}`}>
          <LineFields of={one as never} order={chosen} />
          {rows.length > 1 && (
            <Group justify="flex-end" mt="xs">
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={`Quitar la línea ${at + 1}`}
                onClick={() => remove(at)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          )}
        </Fieldset>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" size="compact-md" onClick={() => add({})}>
          Agregar línea
        </Button>
      </Group>
    </>
  );
}

interface LineFieldsProps {
  of: RecordFormOf<typeof InvoiceLineForm>;
  order: SupplierOpen['orders'][number] | undefined;
}

function LineFields({ of, order }: LineFieldsProps) {
  const accounts = useOptions(queryOf(accountingAccounts.list, {}));
  const codes = useOptions(queryOf(costCodes.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const { project_id } = of.values;
  const houses = useOptions({
    ...queryOf(listHouseOptions, { params: { projectId: project_id ?? 0 } }),
    enabled: project_id !== null,
  });
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack gap="xs">
      <TextField of={of} name="description" label="Qué se cobra" maxLength={200} />
      {order && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <OptionField
            of={of}
            name="order_line_id"
            label="Línea de la orden"
            nothing="Ninguna"
            options={order.lines.map(({ id, material, open, unit }) => ({
              value: id,
              label: `${material}: ${open} ${unit} sin facturar`,
            }))}
          />
          <NumberField of={of} name="quantity" label="Cantidad" decimalScale={3} min={0} />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <MoneyField of={of} name="cents" label="Monto" description="Sin ITBMS." />
        <MoneyField of={of} name="itbms_centavos" label="ITBMS" description="De esta línea." />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <SearchField of={of} name="account_id" label="Cuenta contable" options={named(accounts)} clearable />
        <SearchField of={of} name="cost_code_id" label="Código de costo" options={named(codes)} clearable />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <OptionField
          of={of}
          name="project_id"
          label="Proyecto"
          nothing="Ninguno"
          options={projects.map(({ id, text }) => ({ value: id, label: text }))}
        />
        <OptionField
          of={of}
          name="house_id"
          label="Vivienda"
          nothing="Todo el proyecto"
          options={named(houses)}
        />
      </SimpleGrid>
    </Stack>
  );
}
