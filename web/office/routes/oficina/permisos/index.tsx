import { createFileRoute } from '@tanstack/react-router';
import { getPermit, listPermits } from '#contract/works/permits/endpoints.ts';
import { PermitsPage } from '#web/office/features/works/permits/PermitsPage.tsx';
import { PermitsSearch } from '#web/office/features/works/permits/permitsSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/permisos/')({
  staticData: { title: 'Permisos', module: 'permisos', help: 'permisos-y-planos#permisos' },
  validateSearch: PermitsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.ver === undefined) preloadList(context, listPermits, deps);
    preloadOpen(context, getPermit, deps.permiso);
  },
  component: () => <PermitsPage search={Route.useSearch()} />,
});
