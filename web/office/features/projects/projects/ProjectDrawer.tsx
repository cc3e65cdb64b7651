import { useNavigate } from '@tanstack/react-router';
import { provinces } from '#contract/company/catalogs/places.ts';
import { changeProject, createProject, findProject } from '#contract/projects/projects/endpoints.ts';
import type { Project } from '#contract/projects/projects/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ProjectFields } from './ProjectFields.tsx';
import { ProjectWords, regionOf, slugFollows } from './projectForm.ts';

/** A province outside the catalog keeps the project's region. */
const regionNow = (province: string, project: Project | null) =>
  project?.region === 1 && !provinces.rows.some(([, label]) => label === province) ? 1 : regionOf(province);

interface ProjectDrawerProps {
  /** null: a new one. */
  project: Project | null;
  onClose: () => void;
}

/** The form of a project: the texts that buyers read, and the terms of the installments. */
export function ProjectDrawer({ project, onClose }: ProjectDrawerProps) {
  const navigate = useNavigate();
  const params = { id: project?.id ?? 0 };
  const form = useRecordForm({
    schema: ProjectWords,
    initial: project ?? { rate_percent: 6.5, down_payment_percent: 5, term_months: 360 },
    onChange: project ? undefined : slugFollows,
    reread: project ? async () => (await call(findProject, { params })).data : undefined,
    send: (words, as, version) => {
      const { published = false, archived = false } = project ?? {};
      const body = { ...words, region: regionNow(words.province, project), published, archived };
      return project
        ? call(changeProject, { params, body: { ...body, version } }, as)
        : call(createProject, { body }, as);
    },
    success: project ? 'Proyecto guardado.' : 'Proyecto creado.',
    onDone: ({ data }) =>
      project ? onClose() : void navigate({ to: '/oficina/proyectos/$id', params: { id: data.id } }),
  });
  return (
    <FormDrawer
      title={project ? `Editar ${project.name}` : 'Nuevo proyecto'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={project ? 'Guardar proyecto' : 'Crear proyecto'}
    >
      <ProjectFields of={form} />
    </FormDrawer>
  );
}
