import { createFileRoute } from '@tanstack/react-router';
import { ApplicationsPage } from '#web/office/features/mortgage/ApplicationsPage.tsx';
import { ApplicationsSearch } from '#web/office/features/mortgage/applicationsSearch.ts';

export const Route = createFileRoute('/oficina/solicitudes-bancarias/')({
  staticData: { title: 'Solicitudes bancarias', module: 'tramites' },
  validateSearch: ApplicationsSearch,
  component: () => <ApplicationsPage search={Route.useSearch()} />,
});
