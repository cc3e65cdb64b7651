import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { latestActions } from '#contract/company/catalogs/salesLists.ts';
import { addCustomerAction, listCustomerActions } from '#contract/sales/board/boardEndpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { showDay } from '#web/office/lib/format.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface CustomerActionDrawerProps {
  saleId: number;
  name: string;
  onClose: () => void;
}

/** Records the customer's latest action and the next contact day; lists the earlier ones. */
export function CustomerActionDrawer({ saleId, name, onClose }: CustomerActionDrawerProps) {
  const actions = useOptions(queryOf(latestActions.list, {}));
  const before = useQuery(queryOf(listCustomerActions, { params: { id: saleId } }));
  const form = useRecordForm({
    schema: addCustomerAction.body,
    initial: {},
    check: ({ accion_id }) => ({ accion_id: accion_id === null ? 'Elige qué hizo el cliente.' : null }),
    send: (body, as) => call(addCustomerAction, { params: { id: saleId }, body }, as),
    success: 'Acción anotada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Última acción · ${name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Anotar acción"
    >
      <OptionField
        of={form}
        name="accion_id"
        label="Qué hizo el cliente"
        nothing="Elige una acción"
        options={actions.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <LongTextField of={form} name="nota" label="Nota" maxLength={2000} />
      <DayField of={form} name="proximo" label="Hablarle otra vez el" />
      {(before.data?.data.length ?? 0) > 0 && (
        <section aria-label="Acciones anteriores">
          <Title order={3} size="h5" mb={4}>
            Antes
          </Title>
          <Stack gap="xs">
            {before.data?.data.map((one) => (
              <div key={one.id}>
                <Text size="sm">
                  {one.action.name}
                  {one.note && `: ${one.note}`}
                </Text>
                <Text size="xs" c="dimmed">
                  <DateText instant={one.at} />
                  {one.who && ` · ${one.who}`}
                  {one.next_on && ` · hablarle el ${showDay(one.next_on)}`}
                </Text>
              </div>
            ))}
          </Stack>
        </section>
      )}
    </FormDrawer>
  );
}
