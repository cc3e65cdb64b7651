import { createFileRoute } from '@tanstack/react-router';
import { InspectorsPage } from '#web/office/features/company/users/InspectorsPage.tsx';
import { InspectorsSearch } from '#web/office/features/company/users/usersSearch.ts';
import { listInspectors } from '#contract/company/users/lists.endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/inspectores/')({
  staticData: { title: 'Inspectores', module: 'administracion', help: 'usuarios#inspectores' },
  validateSearch: InspectorsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listInspectors, deps),
  component: () => <InspectorsPage search={Route.useSearch()} />,
});
