import { createFileRoute } from '@tanstack/react-router';
import { getPlan, listPlans } from '#contract/works/blueprints/endpoints.ts';
import { PlansPage } from '#web/office/features/works/blueprints/PlansPage.tsx';
import { PlansSearch } from '#web/office/features/works/blueprints/plansSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/planos/')({
  staticData: { title: 'Planos', module: 'permisos', help: 'permisos-y-planos#planos' },
  validateSearch: PlansSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listPlans, deps);
    preloadOpen(context, getPlan, deps.plano);
  },
  component: () => <PlansPage search={Route.useSearch()} />,
});
