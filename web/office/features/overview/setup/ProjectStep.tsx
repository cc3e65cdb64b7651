import { Text } from '@mantine/core';
import { createProject } from '#contract/projects/projects/endpoints.ts';
import type { SetupProgress } from '#contract/overview/setup/model.ts';
import { call } from '#web/office/lib/call.ts';
import { MoneyField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { ProjectWords, regionOf, slugFollows } from '#web/office/features/projects/projects/projectForm.ts';
import { PlaceFields, TermsFields } from '#web/office/features/projects/projects/SharedFields.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Existing } from './Existing.tsx';

const USUAL = {
  separation_centavos: 50_000,
  rate_percent: 6.5,
  down_payment_percent: 5,
  term_months: 360,
};

/** Creates the first project; fields that are not asked for have a usual value. */
export function ProjectStep({ project, onNext }: { project: SetupProgress['project']; onNext: () => void }) {
  const form = useRecordForm({
    schema: ProjectWords,
    initial: USUAL,
    onChange: slugFollows,
    send: (body, as) => call(createProject, { body: { ...body, region: regionOf(body.province) } }, as),
    success: 'Proyecto creado.',
    onDone: onNext,
  });
  const { slug, province } = form.values;
  return (
    <>
      {project && (
        <Existing title={`Ya está ${project.name}`} onNext={onNext}>
          <PageLink to="/oficina/proyectos/$id" params={{ id: project.id }}>
            Ver o cambiar el proyecto
          </PageLink>
        </Existing>
      )}
      {!project && (
        <RecordForm {...form.frame} submitLabel="Crear proyecto y seguir">
          <TextField
            of={form}
            name="name"
            label="Nombre del proyecto"
            description={`Su página: /proyectos/${slug ?? '…'}`}
            maxLength={80}
          />
          <PlaceFields of={form} />
          {province && (
            <Text size="sm" c="dimmed" aria-live="polite">
              Región {regionOf(province)} de la Ley 468 de 2025
            </Text>
          )}
          <MoneyField of={form} name="separation_centavos" label="Separación" />
          <TermsFields of={form} />
        </RecordForm>
      )}
    </>
  );
}
