import { SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  createModel,
  findProject,
  listProjectModels,
  listProjects,
} from '#contract/projects/projects/endpoints.ts';
import { HouseModelForm } from '#contract/projects/projects/model.ts';
import { setupProgress } from '#contract/overview/setup/endpoints.ts';
import type { SetupProgress } from '#contract/overview/setup/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { slugOf } from '#web/office/features/projects/projects/projectForm.ts';
import { HouseFields } from '#web/office/features/projects/projects/SharedFields.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { Existing } from './Existing.tsx';
import { ProjectFirst } from './ProjectFirst.tsx';

interface Values {
  name: string;
  price_centavos: number | null;
  bedrooms: number | string;
  bathrooms: number | string;
  area_m2: number | string;
}
const NEW: Values = { name: '', price_centavos: null, bedrooms: 2, bathrooms: 1, area_m2: '' };

const wireOf = (values: Values) => ({
  name: values.name,
  slug: slugOf(values.name),
  bedrooms: Number(values.bedrooms),
  bathrooms: Number(values.bathrooms),
  area_m2: Number(values.area_m2),
  price_centavos: values.price_centavos ?? 0,
});

/** The models of the first project, one after the other. */
export function ModelStep({ progress, onNext }: { progress: SetupProgress; onNext: () => void }) {
  const { project } = progress;
  const there = progress.steps.find(({ id }) => id === 'modelos')?.count ?? 0;
  const create = useAction(createModel, {
    invalidates: [setupProgress, findProject, listProjects, listProjectModels],
    success: 'Modelo agregado.',
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: NEW,
    validateInputOnBlur: true,
    validate: (values) => zodErrors(HouseModelForm)(wireOf(values)),
  });
  if (!project) return <ProjectFirst />;
  return (
    <>
      {there > 0 && (
        <Existing title={there === 1 ? 'Hay un modelo' : `Hay ${there} modelos`} onNext={onNext}>
          Se puede agregar otro aquí abajo.
        </Existing>
      )}
      <RecordForm
        form={form}
        onSubmit={(values) =>
          create.mutate(
            { params: { id: project.id }, body: { ...wireOf(values), position: there } },
            { onSuccess: () => form.reset() },
          )
        }
        loading={create.isPending}
        submitError={create.error}
        submitLabel="Agregar modelo"
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput label="Nombre del modelo" required maxLength={80} {...form.getInputProps('name')} />
          <MoneyInput
            label="Precio"
            required
            centavos={form.values.price_centavos}
            onCentavos={(cents) => form.setFieldValue('price_centavos', cents)}
            error={form.errors['price_centavos']}
          />
        </SimpleGrid>
        <HouseFields input={form.getInputProps} />
      </RecordForm>
    </>
  );
}
