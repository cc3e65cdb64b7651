import { createFileRoute } from '@tanstack/react-router';
import { ProjectsPage } from '#web/office/features/projects/projects/ProjectsPage.tsx';
import { ProjectsSearch } from '#web/office/features/projects/projects/projectsSearch.ts';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/proyectos/')({
  staticData: { title: 'Proyectos', module: 'proyectos', help: 'proyectos#crear-un-proyecto' },
  validateSearch: ProjectsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listProjects, deps),
  component: () => <ProjectsPage search={Route.useSearch()} />,
});
