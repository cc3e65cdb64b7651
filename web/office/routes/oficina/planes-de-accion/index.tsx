import { createFileRoute } from '@tanstack/react-router';
import { ActionPlansPage } from '#web/office/features/projects/projects/ActionPlansPage.tsx';
import { ActionPlansSearch } from '#web/office/features/projects/projects/actionPlansSearch.ts';
import { findActionPlan, listActionPlans } from '#contract/projects/projects/actionPlans.ts';
import { preload, preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/planes-de-accion/')({
  staticData: { title: 'Planes de acción', module: 'proyectos', help: 'proyectos#planes-de-acción' },
  validateSearch: ActionPlansSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listActionPlans, deps);
    if (deps.modelo !== undefined) preload(context, findActionPlan, { params: { modelId: deps.modelo } });
  },
  component: () => <ActionPlansPage search={Route.useSearch()} />,
});
