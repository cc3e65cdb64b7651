import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { listReconcilable, openReconciliations } from '#contract/money/bankReconciliations/endpoints.ts';
import { OpeningForm } from '#contract/money/bankReconciliations/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayField, MoneyField, OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { useMonths } from './useMonths.ts';

interface OpeningDrawerProps {
  onClose: () => void;
  onMade: (id: number) => void;
}

/** The last month that was reconciled before Llave, with what stood on one side. */
export function OpeningDrawer({ onClose, onMade }: OpeningDrawerProps) {
  const accounts = useOptions(queryOf(listReconcilable, {}));
  const months = useMonths();
  const form = useRecordForm({
    schema: OpeningForm,
    initial: { items: [] },
    send: (body, as) => call(openReconciliations, { body }, as),
    success: 'Punto de partida registrado. Lo revisa otra persona.',
    onDone: (answer) => {
      onClose();
      onMade(answer.data.id);
    },
  });
  const { rows, error, add, remove } = rowsOf(form, 'items');
  return (
    <FormDrawer
      title="Punto de partida"
      size="xl"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar"
    >
      <Text size="sm" c="dimmed">
        El último mes que conciliaste fuera de Llave. Los libros de la cuenta ya tienen su saldo de apertura.
      </Text>
      <SearchField
        of={form}
        name="account_id"
        label="Cuenta bancaria"
        options={accounts.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <OptionField
          of={form}
          name="period"
          label="Conciliada hasta"
          nothing="Elige el mes"
          options={months}
        />
        <MoneyField of={form} name="closing_centavos" label="Saldo según el banco" />
      </SimpleGrid>
      {rows.map((one, at) => (
        <Fieldset key={one.at} legend={`Partida ${at + 1}`} p="sm">
          <Group gap="xs" align="flex-start" wrap="nowrap" mb="xs">
            <TextField of={one} name="description" label="Qué es" maxLength={200} style={{ flex: 1 }} />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              mt={26}
              aria-label={`Quitar la partida ${at + 1}`}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 4 }} spacing="xs">
            <OptionField
              of={one}
              name="side"
              label="Está solo en"
              nothing="Elige"
              options={[
                { value: 'libros', label: 'Los libros' },
                { value: 'banco', label: 'El banco' },
              ]}
            />
            <DayField of={one} name="day" label="Fecha" />
            <TextField of={one} name="reference" label="Referencia" maxLength={60} />
            <MoneyField of={one} name="centavos" label="Monto (salidas con menos)" />
          </SimpleGrid>
        </Fieldset>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Button variant="default" size="compact-sm" onClick={() => add({})}>
        Agregar lo que estaba de un solo lado
      </Button>
    </FormDrawer>
  );
}
