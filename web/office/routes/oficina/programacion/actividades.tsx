import { createFileRoute } from '@tanstack/react-router';
import { findTask, listTasks } from '#contract/works/schedule/endpoints.ts';
import { TasksSearch } from '#web/office/features/works/schedule/scheduleSearch.ts';
import { TasksPage } from '#web/office/features/works/schedule/TasksPage.tsx';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/programacion/actividades')({
  staticData: {
    title: 'Actividades programadas',
    module: 'contratos',
    help: 'programacion#ver-como-lista',
  },
  validateSearch: TasksSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listTasks, deps);
    if (deps.tarea !== undefined) preloadOpen(context, findTask, deps.tarea);
  },
  component: () => <TasksPage search={Route.useSearch()} />,
});
