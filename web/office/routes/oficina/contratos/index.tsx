import { createFileRoute } from '@tanstack/react-router';
import { ContractsPage } from '#web/office/features/works/contracts/ContractsPage.tsx';
import { ContractsSearch } from '#web/office/features/works/contracts/contractsSearch.ts';
import { listContracts } from '#contract/works/contracts/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/contratos/')({
  staticData: { title: 'Contratos', module: 'contratos', help: 'contratos-de-obra#la-lista' },
  validateSearch: ContractsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listContracts, deps),
  component: () => <ContractsPage search={Route.useSearch()} />,
});
