import { NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { createHouses, listHouseOptions, listHouses } from '#contract/projects/houses/endpoints.ts';
import { listLots } from '#contract/projects/lots/endpoints.ts';
import type { Lot } from '#contract/projects/lots/model.ts';
import { findProject } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** A house of one model on each of several lots of a project. */
export function NewHousesDrawer({ lots, onClose }: { lots: readonly Lot[]; onClose: () => void }) {
  const { data } = useQuery(queryOf(findProject, { params: { id: lots[0]?.project.id ?? 0 } }));
  const models = (data?.data.models ?? []).filter((one) => !one.archived);
  const save = useAction(createHouses, {
    invalidates: [listHouses, listHouseOptions, listLots],
    success: ({ success }) => success,
    inline: true,
  });
  const form = useForm({
    initialValues: { model_id: '', delivery_on: '' },
    validate: { model_id: (id: string) => (id ? null : 'Elige el modelo.') },
  });
  return (
    <FormDrawer
      title={lots.length === 1 ? 'Registrar 1 vivienda' : `Registrar ${lots.length} viviendas`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ model_id, delivery_on }) =>
        save.mutate(
          {
            body: {
              lot_ids: lots.map(({ id }) => id),
              model_id: Number(model_id),
              delivery_on: delivery_on || null,
            },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Registrar viviendas"
    >
      <Text size="sm">{lots.map(({ lote }) => lote).join(', ')}</Text>
      <NativeSelect
        label="Modelo"
        required
        data={[
          { value: '', label: 'Elige el modelo' },
          ...models.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('model_id')}
      />
      <DayInput
        label="Entrega prevista"
        value={form.values.delivery_on}
        onChange={(day) => form.setFieldValue('delivery_on', day)}
        error={form.errors['delivery_on']}
      />
    </FormDrawer>
  );
}
