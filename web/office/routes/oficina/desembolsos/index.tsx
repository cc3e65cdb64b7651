import { createFileRoute } from '@tanstack/react-router';
import { DisbursementsPage } from '#web/office/features/banking/disbursements/DisbursementsPage.tsx';
import { DisbursementsSearch } from '#web/office/features/banking/applications/applicationsSearch.ts';

export const Route = createFileRoute('/oficina/desembolsos/')({
  staticData: { title: 'Desembolsos', module: 'tramites' },
  validateSearch: DisbursementsSearch,
  component: () => <DisbursementsPage search={Route.useSearch()} />,
});
