import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ProjectPage } from '#web/office/features/projects/projects/ProjectPage.tsx';
import { ProjectSearch } from '#web/office/features/projects/projects/projectsSearch.ts';
import { findProject } from '#contract/projects/projects/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/proyectos/$id')({
  staticData: { title: 'Proyecto', module: 'proyectos', help: 'proyectos#completarlo' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: ProjectSearch,
  loader: ({ context, params }) => preload(context, findProject, { params }),
  component: () => <ProjectPage {...Route.useSearch()} id={Route.useParams().id} />,
});
