import { createFileRoute } from '@tanstack/react-router';
import { InspectorsPage } from '#web/office/features/users/InspectorsPage.tsx';
import { InspectorsSearch } from '#web/office/features/users/usersSearch.ts';

export const Route = createFileRoute('/oficina/inspectores/')({
  staticData: { title: 'Inspectores', module: 'administracion' },
  validateSearch: InspectorsSearch,
  component: () => <InspectorsPage search={Route.useSearch()} />,
});
