import { createFileRoute } from '@tanstack/react-router';
import { DisbursementsPage } from '#web/office/features/banking/disbursements/DisbursementsPage.tsx';
import { DisbursementsSearch } from '#web/office/features/banking/applications/applicationsSearch.ts';
import { listDisbursements } from '#contract/banking/disbursements/disbursements.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/desembolsos/')({
  staticData: { title: 'Desembolsos', module: 'tramites', help: 'tramite-bancario#desembolsos' },
  validateSearch: DisbursementsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listDisbursements, deps),
  component: () => <DisbursementsPage search={Route.useSearch()} />,
});
