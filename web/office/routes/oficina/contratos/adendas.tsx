import { createFileRoute } from '@tanstack/react-router';
import { listContractAddenda } from '#contract/works/contracts/addendaList.ts';
import { ContractAddendaPage } from '#web/office/features/works/contracts/ContractAddendaPage.tsx';
import { ContractAddendaSearch } from '#web/office/features/works/contracts/contractsSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/contratos/adendas')({
  staticData: { title: 'Adendas de obra', module: 'contratos', help: 'contratos-de-obra#adendas' },
  validateSearch: ContractAddendaSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listContractAddenda, deps),
  component: () => <ContractAddendaPage search={Route.useSearch()} />,
});
