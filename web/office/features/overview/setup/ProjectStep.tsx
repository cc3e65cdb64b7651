import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { provinces } from '#contract/company/catalogs/places.ts';
import { createProject, listProjectOptions, listProjects } from '#contract/projects/projects/endpoints.ts';
import { ProjectForm } from '#contract/projects/projects/model.ts';
import { setupProgress } from '#contract/overview/setup/endpoints.ts';
import { officeMenu } from '#contract/company/menu/menuEndpoints.ts';
import type { SetupProgress } from '#contract/overview/setup/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { slugOf } from '#web/office/features/projects/projects/projectForm.ts';
import { PlaceFields, TermsFields } from '#web/office/features/projects/projects/SharedFields.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Existing } from './Existing.tsx';

const NEW = {
  name: '',
  province: '',
  district: '',
  separation_centavos: 50_000 as number | null,
  rate_percent: 6.5,
  down_payment_percent: 5,
  term_months: 360,
};

const regionOf = (province: string): 1 | 2 =>
  provinces.rows.find(([, label]) => label === province)?.[2]?.region === 1 ? 1 : 2;

const wireOf = (values: typeof NEW) => ({
  ...values,
  slug: slugOf(values.name),
  region: regionOf(values.province),
  separation_centavos: values.separation_centavos ?? 0,
});

/** The first project: what cannot be guessed is asked for, the rest has a usual value. */
export function ProjectStep({ project, onNext }: { project: SetupProgress['project']; onNext: () => void }) {
  const create = useAction(createProject, {
    // Who makes a project joins its team, and so may see more.
    invalidates: [setupProgress, listProjects, listProjectOptions, officeMenu],
    success: 'Proyecto creado.',
    inline: true,
  });
  const form = useForm({
    initialValues: NEW,
    validateInputOnBlur: true,
    validate: (values) => zodErrors(ProjectForm)(wireOf(values)),
  });
  const { values } = form;
  return (
    <>
      {project && (
        <Existing title={`Ya está ${project.name}`} onNext={onNext}>
          <PageLink href={`/oficina/proyectos/${project.id}`}>Ver o cambiar el proyecto</PageLink>
        </Existing>
      )}
      {!project && (
        <RecordForm
          form={form}
          onSubmit={(all) => create.mutate({ body: wireOf(all) }, { onSuccess: onNext })}
          loading={create.isPending}
          submitError={create.error}
          submitLabel="Crear proyecto y seguir"
        >
          <TextInput
            label="Nombre del proyecto"
            description={`Su página: /proyectos/${slugOf(values.name) || '…'}`}
            required
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <PlaceFields input={form.getInputProps} province={values.province} />
          {values.province && (
            <Text size="sm" c="dimmed" aria-live="polite">
              Región {regionOf(values.province)} de la Ley 468 de 2025
            </Text>
          )}
          <MoneyInput
            label="Separación"
            required
            centavos={values.separation_centavos}
            onCentavos={(cents) => form.setFieldValue('separation_centavos', cents)}
            error={form.errors['separation_centavos']}
          />
          <TermsFields input={form.getInputProps} />
        </RecordForm>
      )}
    </>
  );
}
