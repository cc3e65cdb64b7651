import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '#web/office/features/company/users/UsersPage.tsx';
import { UsersSearch } from '#web/office/features/company/users/usersSearch.ts';

export const Route = createFileRoute('/oficina/usuarios/')({
  staticData: { title: 'Usuarios', module: 'administracion' },
  validateSearch: UsersSearch,
  component: () => <UsersPage search={Route.useSearch()} />,
});
