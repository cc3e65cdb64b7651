import { NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { latestActions } from '#contract/company/catalogs/salesLists.ts';
import { addCustomerAction, listCustomerActions } from '#contract/sales/board/boardEndpoints.ts';
import { showDay } from '#web/office/lib/format.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Writes down what the customer did last, and when to speak with them again; with what was written before. */
export function CustomerActionDrawer({
  saleId,
  name,
  onClose,
}: {
  saleId: number;
  name: string;
  onClose: () => void;
}) {
  const actions = useOptions(queryOf(latestActions.list, {}));
  const before = useQuery(queryOf(listCustomerActions, { params: { id: saleId } }));
  const save = useAction(addCustomerAction, {
    success: 'Acción anotada.',
    inline: true,
  });
  const form = useForm({
    initialValues: { accion_id: '', nota: '', proximo: '' },
    validate: { accion_id: (id) => (id ? null : 'Elige qué hizo el cliente.') },
  });
  return (
    <FormDrawer
      title={`Última acción · ${name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ accion_id, nota, proximo }) =>
        save.mutate(
          {
            params: { id: saleId },
            body: { accion_id: Number(accion_id), nota, ...(proximo && { proximo }) },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Anotar acción"
    >
      <NativeSelect
        label="Qué hizo el cliente"
        required
        data={[
          { value: '', label: 'Elige una acción' },
          ...actions.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
        ]}
        {...form.getInputProps('accion_id')}
      />
      <Textarea label="Nota" autosize minRows={2} maxLength={2000} {...form.getInputProps('nota')} />
      <DayInput label="Hablarle otra vez el" clearable {...form.getInputProps('proximo')} />
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
