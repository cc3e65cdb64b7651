import { createFileRoute } from '@tanstack/react-router';
import { listActionPlans } from '#contract/works/actionPlans/endpoints.ts';
import { ActionPlansPage } from '#web/office/features/works/actionPlans/ActionPlansPage.tsx';
import { ActionPlansSearch } from '#web/office/features/works/actionPlans/actionPlansSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/planes-de-accion/')({
  staticData: { title: 'Planes de acción', module: 'proyectos', help: 'proyectos#planes-de-acción' },
  validateSearch: ActionPlansSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listActionPlans, deps),
  component: () => <ActionPlansPage search={Route.useSearch()} />,
});
