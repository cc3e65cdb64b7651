import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createHouses } from '#contract/projects/houses/endpoints.ts';
import type { Lot } from '#contract/projects/lots/model.ts';
import { findProject } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DayField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Houses = createHouses.body.omit({ lot_ids: true });

/** Creates a house of one model on each chosen lot of a project. */
export function NewHousesDrawer({ lots, onClose }: { lots: readonly Lot[]; onClose: () => void }) {
  const { data } = useQuery(queryOf(findProject, { params: { id: lots[0]?.project.id ?? 0 } }));
  const models = (data?.data.models ?? []).filter((one) => !one.archived);
  const form = useRecordForm({
    schema: Houses,
    initial: {},
    check: ({ model_id }) => ({ model_id: model_id === null ? 'Elige el modelo.' : null }),
    send: (body, as) => call(createHouses, { body: { ...body, lot_ids: lots.map(({ id }) => id) } }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={lots.length === 1 ? 'Registrar 1 vivienda' : `Registrar ${lots.length} viviendas`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar viviendas"
    >
      <Text size="sm">{lots.map(({ lote }) => lote).join(', ')}</Text>
      <OptionField
        of={form}
        name="model_id"
        label="Modelo"
        nothing="Elige el modelo"
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DayField of={form} name="delivery_on" label="Entrega prevista" />
    </FormDrawer>
  );
}
