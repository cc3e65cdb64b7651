import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '#web/office/features/company/users/UsersPage.tsx';
import { UsersSearch } from '#web/office/features/company/users/usersSearch.ts';
import { listUsers } from '#contract/company/users/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/usuarios/')({
  staticData: { title: 'Usuarios', module: 'administracion', help: 'usuarios#la-lista-de-usuarios' },
  validateSearch: UsersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listUsers, deps),
  component: () => <UsersPage search={Route.useSearch()} />,
});
