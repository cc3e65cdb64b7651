import { Text } from '@mantine/core';
import { setHouseList } from '#contract/works/materials/endpoints.ts';
import type { HouseListLine } from '#contract/works/materials/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { EMPTY_LINE, MaterialLines } from './MaterialLines.tsx';

interface HouseListDrawerProps {
  model: { id: number; name: string };
  lines: readonly HouseListLine[];
  onClose: () => void;
}

/** What each house of a model takes. */
export function HouseListDrawer({ model, lines, onClose }: HouseListDrawerProps) {
  const form = useRecordForm({
    schema: setHouseList.body.omit({ modelo_id: true }),
    initial: {
      lines:
        lines.length === 0 ? [EMPTY_LINE] : lines.map(({ id, quantity }) => ({ material_id: id, quantity })),
    },
    send: ({ lines: list }, as) => call(setHouseList, { body: { modelo_id: model.id, lines: list } }, as),
    success: 'Materiales del modelo guardados.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Materiales: ${model.name}`}
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar materiales"
    >
      <Text size="sm">Lo que lleva una vivienda de este modelo. Es el presupuesto de todas ellas.</Text>
      <MaterialLines of={form} />
    </FormDrawer>
  );
}
