import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { listSchedulable, listTasks } from '#contract/works/schedule/endpoints.ts';
import { TASK_STANDINGS } from '#contract/works/schedule/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { FilterOf } from '#web/office/ui/table/types.ts';
import type { TasksSearch } from './scheduleSearch.ts';
import { taskColumns } from './taskColumns.tsx';
import { TaskDrawer } from './TaskDrawer.tsx';

/** The schedule in words: every activity with its dates, its delay and its float. */
export function TasksPage({ search }: { search: TasksSearch }) {
  const patch = usePatchSearch();
  const list = useList(listTasks, search);
  const filters = useFilters();
  const { tarea } = search;
  return (
    <>
      <PageHeader
        title="Actividades programadas"
        count={list.total}
        actions={<PageLink to="/oficina/programacion">Ver como cronograma</PageLink>}
      />
      <DataTable
        id="actividades-programadas"
        caption="Actividades programadas"
        list={list}
        columns={taskColumns}
        filters={filters}
        views={[
          { label: 'Atrasadas', search: { atrasadas: 1 } },
          { label: 'Sin holgura', search: { criticas: 1 } },
          { label: 'En curso', search: { estado: 'en_curso' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.house.name}, ${one.activity.name}`}
        open={{ show: (one) => patch({ tarea: one.id }) }}
        empty={
          <EmptyState
            title="Aún no hay actividades programadas"
            text="Programa un contrato de viviendas y aquí aparecen sus actividades con sus fechas."
          />
        }
      />
      {tarea !== undefined && (
        <TaskDrawer
          id={tarea}
          onClose={() => patch({ tarea: undefined })}
          beside={besideOf(list.rows, tarea, (id) => patch({ tarea: id }))}
        />
      )}
    </>
  );
}

function useFilters(): FilterOf<typeof listTasks>[] {
  const contracts = useOptions(queryOf(listSchedulable, {})).filter(({ schedule }) => schedule !== null);
  const projects = new Map(contracts.map(({ project }) => [project.id, project.name]));
  const activities = useOptions(queryOf(contractActivities.list, {}));
  return [
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: [...projects].map(([value, label]) => ({ value, label })),
    },
    {
      key: 'contrato_id',
      label: 'Contrato',
      kind: 'one',
      choices: contracts.map(({ id, reference }) => ({ value: id, label: reference })),
    },
    {
      key: 'actividad_id',
      label: 'Actividad',
      kind: 'one',
      choices: activities.map(({ id, nombre }) => ({ value: id, label: nombre })),
    },
    {
      key: 'estado',
      label: 'Estado',
      kind: 'one',
      choices: Object.entries(TASK_STANDINGS).map(([value, label]) => ({ value, label })),
    },
    { key: 'vivienda_id', label: 'Vivienda', kind: 'text' },
    { key: 'criticas', label: 'Sin holgura', kind: 'flag' },
    { key: 'atrasadas', label: 'Atrasadas', kind: 'flag' },
  ];
}
