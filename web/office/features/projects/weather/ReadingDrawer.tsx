import { SimpleGrid, Text } from '@mantine/core';
import { addWeatherReading } from '#contract/projects/weather/endpoints.ts';
import { LocalReading } from '#contract/projects/weather/model.ts';
import { LOCAL_WEATHER } from '#contract/projects/weather/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { NumberField, SuggestField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ReadingDrawerProps {
  project: { id: number; nombre: string };
  onClose: () => void;
}

/** Records a reading taken on site: the service may fail, and the site's own gauge is more exact. */
export function ReadingDrawer({ project, onClose }: ReadingDrawerProps) {
  const form = useRecordForm({
    schema: LocalReading,
    initial: {},
    send: (body, as) => call(addWeatherReading, { params: { id: project.id }, body }, as),
    success: 'Lectura anotada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Lectura en ${project.nombre}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Anotar lectura"
    >
      <Text size="sm">
        La de este momento. La lluvia es la de hoy hasta ahora, como la dice el pluviómetro.
      </Text>
      <SimpleGrid cols={2} spacing="md">
        <NumberField of={form} name="temperatura" label="Temperatura" suffix=" °C" decimalScale={1} />
        <NumberField of={form} name="lluvia_mm" label="Lluvia de hoy" suffix=" mm" decimalScale={1} min={0} />
      </SimpleGrid>
      <SuggestField
        of={form}
        name="descripcion"
        label="Cómo está el tiempo"
        maxLength={80}
        data={[...LOCAL_WEATHER]}
      />
    </FormDrawer>
  );
}
