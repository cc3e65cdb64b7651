import { createFileRoute } from '@tanstack/react-router';
import { ApplicationsPage } from '#web/office/features/banking/applications/ApplicationsPage.tsx';
import { ApplicationsSearch } from '#web/office/features/banking/applications/applicationsSearch.ts';

export const Route = createFileRoute('/oficina/solicitudes-bancarias/')({
  staticData: { title: 'Solicitudes bancarias', module: 'tramites' },
  validateSearch: ApplicationsSearch,
  component: () => <ApplicationsPage search={Route.useSearch()} />,
});
