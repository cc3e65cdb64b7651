import { createFileRoute } from '@tanstack/react-router';
import { ActionPlansPage } from '#web/office/features/projects/projects/ActionPlansPage.tsx';
import { ActionPlansSearch } from '#web/office/features/projects/projects/actionPlansSearch.ts';
import { listActionPlans } from '#contract/projects/projects/actionPlans.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/planes-de-accion/')({
  staticData: { title: 'Planes de acción', module: 'proyectos' },
  validateSearch: ActionPlansSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listActionPlans, deps),
  component: () => <ActionPlansPage search={Route.useSearch()} />,
});
