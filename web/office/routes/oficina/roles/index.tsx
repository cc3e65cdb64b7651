import { createFileRoute } from '@tanstack/react-router';
import { RolesPage } from '#web/office/features/company/roles/RolesPage.tsx';
import { RolesSearch } from '#web/office/features/company/roles/rolesSearch.ts';
import { listRoles } from '#contract/company/roles/rolesEndpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/roles/')({
  staticData: { title: 'Roles', module: 'administracion', help: 'roles-y-menu#la-lista-de-roles' },
  validateSearch: RolesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listRoles, deps, { query: { archivados: undefined } }),
  component: () => <RolesPage search={Route.useSearch()} />,
});
