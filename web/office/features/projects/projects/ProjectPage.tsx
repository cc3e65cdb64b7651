import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeProject, findProject } from '#contract/projects/projects/endpoints.ts';
import type { Project } from '#contract/projects/projects/model.ts';
import { whyNotPublish } from '#contract/projects/projects/rules.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { ProjectAccounts } from '#web/office/features/projects/bankAccounts/ProjectAccounts.tsx';
import { ProjectWeatherTab } from '#web/office/features/projects/weather/ProjectWeatherTab.tsx';
import { ProjectBanks } from './ProjectBanks.tsx';
import { ProjectDrawer } from './ProjectDrawer.tsx';
import { formOf } from './projectForm.ts';
import { ProjectMedia } from './ProjectMedia.tsx';
import { ProjectModels } from './ProjectModels.tsx';
import { ProjectSchedule } from './ProjectSchedule.tsx';
import { ProjectState } from './ProjectState.tsx';
import { ProjectSummary } from './ProjectSummary.tsx';
import { ProjectTeam } from './ProjectTeam.tsx';
import { ProjectWeeks } from './ProjectWeeks.tsx';

/** One project: its data, its public page and its team. */
export function ProjectPage({
  id,
  tab,
  modelo,
  editar,
}: {
  id: number;
  tab?: string | undefined;
  modelo?: number | undefined;
  editar?: number | undefined;
}) {
  const patch = usePatchSearch();
  const mayEdit = useCan('proyectos.editar');
  const query = useQuery(queryOf(findProject, { params: { id } }));
  const comments = useComments('proyecto', id);
  const edit = (open: boolean) => patch({ editar: open ? 1 : undefined });
  const project = query.data?.data;
  const actions = useProjectActions(project, () => edit(true));
  if (query.error) throw query.error;
  if (!project) return <PendingPage />;

  const models = project.models.filter((one) => !one.archived);
  return (
    <>
      <RecordPage
        of={['proyecto', project.id]}
        title={project.name}
        subtitle={`${project.district}, ${project.province}`}
        state={<ProjectState {...project} />}
        turn={null}
        facts={[
          { label: 'Modelos', value: models.length },
          {
            label: 'Precio desde',
            value: (
              <MoneyText
                centavos={models.length > 0 ? Math.min(...models.map((one) => one.price_centavos)) : null}
              />
            ),
          },
          { label: 'Separación', value: <MoneyText centavos={project.separation_centavos} /> },
          { label: 'Equipo', value: project.team.length },
        ]}
        actions={mayEdit ? actions : []}
        tab={tab ?? 'datos'}
        onTab={(key) => patch({ tab: key, modelo: undefined, editar: undefined })}
        tabs={[
          { key: 'datos', label: 'Datos', content: <ProjectSummary project={project} /> },
          {
            key: 'modelos',
            label: 'Modelos',
            content: (
              <ProjectModels
                project={project}
                mayEdit={mayEdit}
                openId={modelo}
                onOpen={(id) => patch({ modelo: id })}
              />
            ),
          },
          {
            key: 'imagenes',
            label: 'Imágenes',
            content: <ProjectMedia project={project} mayEdit={mayEdit} />,
          },
          { key: 'equipo', label: 'Equipo', content: <ProjectTeam project={project} mayEdit={mayEdit} /> },
          { key: 'bancos', label: 'Bancos', content: <ProjectBanks projectId={id} mayEdit={mayEdit} /> },
          { key: 'cuentas', label: 'Cuentas', content: <ProjectAccounts projectId={id} /> },
          { key: 'semanas', label: 'Semanas', content: <ProjectWeeks projectId={id} mayEdit={mayEdit} /> },
          { key: 'programacion', label: 'Programación', content: <ProjectSchedule projectId={id} /> },
          { key: 'clima', label: 'Clima', content: <ProjectWeatherTab projectId={id} /> },
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="proyecto" id={id} />
            <RecordFiles reference="proyecto" id={id} attachedOnly />
            <ActivityStream {...comments} />
          </Stack>
        }
      />
      {editar !== undefined && mayEdit && <ProjectDrawer project={project} onClose={() => edit(false)} />}
    </>
  );
}

/**
 * The project's actions; publishing comes first until it is published. An action that is not possible shows the reason.
 */
function useProjectActions(project: Project | undefined, onEdit: () => void): RecordAction[] {
  const save = useAction(changeProject, {
    success: 'Proyecto guardado.',
  });
  if (!project) return [];
  const set = (change: { published?: boolean; archived?: boolean }) =>
    save.mutate({ params: { id: project.id }, body: { ...formOf(project), ...change } });
  const ask = async (
    question: Parameters<typeof askConfirm>[0],
    change: { published?: boolean; archived?: boolean },
  ) => {
    if (await askConfirm(question)) set(change);
  };
  const edit: RecordAction = { key: 'edit', label: 'Editar datos', whyNot: null, onRun: onEdit };
  if (project.archived)
    return [
      {
        key: 'restore',
        label: 'Recuperar del archivo',
        whyNot: null,
        loading: save.isPending,
        onRun: () => set({ archived: false }),
      },
      edit,
    ];
  const archive: RecordAction = {
    key: 'archive',
    label: 'Archivar proyecto',
    whyNot: null,
    danger: true,
    onRun: () =>
      void ask(
        {
          title: `¿Archivar ${project.name}?`,
          text: 'Deja de ofrecerse y su página se retira. Sus ventas siguen su curso.',
          confirm: 'Archivar proyecto',
          danger: true,
        },
        { archived: true, published: false },
      ),
  };
  if (project.published)
    return [
      edit,
      {
        key: 'unpublish',
        label: 'Retirar de la página pública',
        whyNot: null,
        onRun: () =>
          void ask(
            {
              title: `¿Retirar ${project.name}?`,
              text: 'Los compradores dejan de verlo hasta que se publique otra vez.',
              confirm: 'Retirar proyecto',
            },
            { published: false },
          ),
      },
      archive,
    ];
  return [
    {
      key: 'publish',
      label: 'Publicar proyecto',
      whyNot: whyNotPublish(project.requirements),
      loading: save.isPending,
      onRun: () => set({ published: true }),
    },
    edit,
    archive,
  ];
}
