import { createFileRoute } from '@tanstack/react-router';
import { ProjectsPage } from '#web/office/features/projects/projects/ProjectsPage.tsx';
import { ProjectsSearch } from '#web/office/features/projects/projects/projectsSearch.ts';

export const Route = createFileRoute('/oficina/proyectos/')({
  staticData: { title: 'Proyectos', module: 'proyectos' },
  validateSearch: ProjectsSearch,
  component: () => <ProjectsPage search={Route.useSearch()} />,
});
