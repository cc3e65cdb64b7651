import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { provinces } from '#contract/company/catalogs/places.ts';
import {
  changeProject,
  createProject,
  findProject,
  listProjectOptions,
  listProjects,
} from '#contract/projects/projects/endpoints.ts';
import { ProjectForm, type Project } from '#contract/projects/projects/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ProjectFields, type ProjectValues } from './ProjectFields.tsx';

const NEW: ProjectValues = {
  name: '',
  slug: '',
  description: '',
  province: '',
  district: '',
  address: '',
  seller_phone: '',
  separation_centavos: null,
  delivery_month: null,
  rate_percent: 6.5,
  down_payment_percent: 5,
  term_months: 360,
  location_url: '',
  latitude: '',
  longitude: '',
};

const valuesOf = (project: Project): ProjectValues => ({
  name: project.name,
  slug: project.slug,
  description: project.description,
  province: project.province,
  district: project.district,
  address: project.address,
  seller_phone: project.seller_phone ?? '',
  separation_centavos: project.separation_centavos,
  delivery_month: project.delivery_month,
  rate_percent: project.rate_percent,
  down_payment_percent: project.down_payment_percent,
  term_months: project.term_months,
  location_url: project.location_url ?? '',
  latitude: project.latitude ?? '',
  longitude: project.longitude ?? '',
});

const degrees = (typed: number | string) => (typed === '' ? null : Number(typed));

/** Region of Ley 468 de 2025, which the province decides. */
const regionOf = (province: string): 1 | 2 => {
  const row = provinces.rows.find(([, label]) => label === province);
  return row?.[2]?.region === 1 ? 1 : 2;
};

/** What the server takes, from what was typed. */
const wireOf = (values: ProjectValues, project: Project | null) => ({
  ...values,
  separation_centavos: values.separation_centavos ?? 0,
  region: provinces.rows.some(([, label]) => label === values.province)
    ? regionOf(values.province)
    : project?.region === 1
      ? (1 as const)
      : (2 as const),
  seller_phone: values.seller_phone.trim() || null,
  location_url: values.location_url.trim() || null,
  latitude: degrees(values.latitude),
  longitude: degrees(values.longitude),
  published: project?.published ?? false,
  archived: project?.archived ?? false,
});

interface ProjectDrawerProps {
  /** null: a new one. */
  project: Project | null;
  onClose: () => void;
}

/** The data of a project: what buyers read, and what the installments rest on. */
export function ProjectDrawer({ project, onClose }: ProjectDrawerProps) {
  const navigate = useNavigate();
  const touched = { invalidates: [listProjects, listProjectOptions, findProject], inline: true } as const;
  const create = useAction(createProject, { ...touched, success: 'Proyecto creado.' });
  const change = useAction(changeProject, { ...touched, success: 'Proyecto guardado.' });
  const save = project ? change : create;
  const form = useForm<ProjectValues>({
    initialValues: project ? valuesOf(project) : NEW,
    validateInputOnBlur: true,
    validate: (values) => zodErrors(ProjectForm)(wireOf(values, project)),
  });
  const { filled, reload } = useFilled(
    project,
    project && queryOf(findProject, { params: { id: project.id } }),
    ({ data }) => data,
    valuesOf,
  );
  const submit = (values: ProjectValues) => {
    const body = wireOf(values, project);
    if (project)
      change.mutate(
        { params: { id: project.id }, body: { ...body, version: filled?.version } },
        { onSuccess: onClose },
      );
    else
      create.mutate(
        { body },
        {
          onSuccess: ({ data }) => {
            form.resetDirty();
            void navigate({ to: '/oficina/proyectos/$id', params: { id: data.id } });
          },
        },
      );
  };
  return (
    <FormDrawer
      title={project ? `Editar ${project.name}` : 'Nuevo proyecto'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      submitLabel={project ? 'Guardar proyecto' : 'Crear proyecto'}
      reload={reload}
    >
      <ProjectFields form={form} isNew={project === null} />
    </FormDrawer>
  );
}
