import { Autocomplete, SimpleGrid, Text } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { addWeatherReading, weatherBoard } from '#contract/projects/weather/endpoints.ts';
import { LocalReading } from '#contract/projects/weather/model.ts';
import { LOCAL_WEATHER } from '#contract/projects/weather/rules.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface Values {
  temperatura: number | string;
  lluvia_mm: number | string;
  descripcion: string;
}

const number = (typed: number | string) => (typed === '' ? undefined : Number(typed));
const wireOf = (values: Values) => ({
  descripcion: values.descripcion,
  temperatura: number(values.temperatura) as number,
  lluvia_mm: number(values.lluvia_mm) as number,
});

interface ReadingDrawerProps {
  project: { id: number; nombre: string };
  onClose: () => void;
}

/** What somebody reads on site now: the service may be away, and the site's own gauge is better. */
export function ReadingDrawer({ project, onClose }: ReadingDrawerProps) {
  const save = useAction(addWeatherReading, {
    invalidates: [weatherBoard],
    success: 'Lectura anotada.',
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: { temperatura: '', lluvia_mm: '', descripcion: '' },
    validateInputOnBlur: true,
    validate: (values) => zodErrors(LocalReading)(wireOf(values)),
  });
  return (
    <FormDrawer
      title={`Lectura en ${project.nombre}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) =>
        save.mutate({ params: { id: project.id }, body: wireOf(values) }, { onSuccess: onClose })
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Anotar lectura"
    >
      <Text size="sm">
        La de este momento. La lluvia es la de hoy hasta ahora, como la dice el pluviómetro.
      </Text>
      <SimpleGrid cols={2} spacing="md">
        <NumberField
          label="Temperatura"
          suffix=" °C"
          decimalScale={1}
          required
          {...form.getInputProps('temperatura')}
        />
        <NumberField
          label="Lluvia de hoy"
          suffix=" mm"
          decimalScale={1}
          min={0}
          required
          {...form.getInputProps('lluvia_mm')}
        />
      </SimpleGrid>
      <Autocomplete
        label="Cómo está el tiempo"
        required
        maxLength={80}
        comboboxProps={{ withinPortal: false }}
        data={[...LOCAL_WEATHER]}
        {...form.getInputProps('descripcion')}
      />
    </FormDrawer>
  );
}
