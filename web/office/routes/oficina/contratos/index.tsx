import { createFileRoute } from '@tanstack/react-router';
import { ContractsPage } from '#web/office/features/works/contracts/ContractsPage.tsx';
import { ContractsSearch } from '#web/office/features/works/contracts/contractsSearch.ts';
import { findContract, listContracts } from '#contract/works/contracts/endpoints.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/contratos/')({
  staticData: { title: 'Contratos', module: 'contratos', help: 'listas#contratos' },
  validateSearch: ContractsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listContracts, deps);
    if (typeof deps.contrato === 'number') preloadOpen(context, findContract, deps.contrato);
  },
  component: () => <ContractsPage search={Route.useSearch()} />,
});
