import { createFileRoute } from '@tanstack/react-router';
import { RequirementsPage } from '#web/office/features/banking/requirements/RequirementsPage.tsx';
import { RequirementsSearch } from '#web/office/features/banking/applications/applicationsSearch.ts';

export const Route = createFileRoute('/oficina/requisitos-bancarios/')({
  staticData: { title: 'Requisitos bancarios', module: 'tramites' },
  validateSearch: RequirementsSearch,
  component: () => <RequirementsPage search={Route.useSearch()} />,
});
