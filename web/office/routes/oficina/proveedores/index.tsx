import { createFileRoute } from '@tanstack/react-router';
import { PartnersPage } from '#web/office/features/company/partners/PartnersPage.tsx';
import { PartnersSearch } from '#web/office/features/company/users/usersSearch.ts';
import { listPartners } from '#contract/company/partners/partnerEndpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/proveedores/')({
  staticData: {
    title: 'Proveedores',
    module: 'administracion',
    help: 'usuarios#contratistas-y-contratantes',
  },
  validateSearch: PartnersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listPartners, deps, { query: { kind: 'proveedor' } }),
  component: () => <PartnersPage kind="proveedor" search={Route.useSearch()} />,
});
