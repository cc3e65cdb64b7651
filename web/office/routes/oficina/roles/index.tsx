import { createFileRoute } from '@tanstack/react-router';
import { RolesPage } from '#web/office/features/company/roles/RolesPage.tsx';
import { RolesSearch } from '#web/office/features/company/roles/rolesSearch.ts';

export const Route = createFileRoute('/oficina/roles/')({
  staticData: { title: 'Roles', module: 'administracion' },
  validateSearch: RolesSearch,
  component: () => <RolesPage search={Route.useSearch()} />,
});
