import { SimpleGrid } from '@mantine/core';
import { createModel } from '#contract/projects/projects/endpoints.ts';
import { HouseModelForm } from '#contract/projects/projects/model.ts';
import type { SetupProgress } from '#contract/overview/setup/model.ts';
import { call } from '#web/office/lib/call.ts';
import { MoneyField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { slugFollows } from '#web/office/features/projects/projects/projectForm.ts';
import { HouseFields } from '#web/office/features/projects/projects/SharedFields.tsx';
import { Existing } from './Existing.tsx';
import { ProjectFirst } from './ProjectFirst.tsx';

/** Creates the first project's models, one after the other. */
export function ModelStep({ progress, onNext }: { progress: SetupProgress; onNext: () => void }) {
  const { project } = progress;
  const there = progress.steps.find(({ id }) => id === 'modelos')?.count ?? 0;
  const form = useRecordForm({
    schema: HouseModelForm,
    initial: { bedrooms: 2, bathrooms: 1 },
    onChange: slugFollows,
    send: (body, as) =>
      call(createModel, { params: { id: project?.id ?? 0 }, body: { ...body, position: there } }, as),
    success: 'Modelo agregado.',
    onDone: () => form.clear(),
  });
  if (!project) return <ProjectFirst />;
  return (
    <>
      {there > 0 && (
        <Existing title={there === 1 ? 'Hay un modelo' : `Hay ${there} modelos`} onNext={onNext}>
          Se puede agregar otro aquí abajo.
        </Existing>
      )}
      <RecordForm {...form.frame} submitLabel="Agregar modelo">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextField of={form} name="name" label="Nombre del modelo" maxLength={80} />
          <MoneyField of={form} name="price_centavos" label="Precio" />
        </SimpleGrid>
        <HouseFields of={form} />
      </RecordForm>
    </>
  );
}
