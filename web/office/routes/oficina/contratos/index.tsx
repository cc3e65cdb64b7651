import { createFileRoute } from '@tanstack/react-router';
import { ContractsPage } from '#web/office/features/works/contracts/ContractsPage.tsx';
import { ContractsSearch } from '#web/office/features/works/contracts/contractsSearch.ts';

export const Route = createFileRoute('/oficina/contratos/')({
  staticData: { title: 'Contratos', module: 'contratos' },
  validateSearch: ContractsSearch,
  component: () => <ContractsPage search={Route.useSearch()} />,
});
