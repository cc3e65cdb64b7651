import { createFileRoute } from '@tanstack/react-router';
import { InspectorsPage } from '#web/office/features/company/users/InspectorsPage.tsx';
import { InspectorsSearch } from '#web/office/features/company/users/usersSearch.ts';

export const Route = createFileRoute('/oficina/inspectores/')({
  staticData: { title: 'Inspectores', module: 'administracion' },
  validateSearch: InspectorsSearch,
  component: () => <InspectorsPage search={Route.useSearch()} />,
});
