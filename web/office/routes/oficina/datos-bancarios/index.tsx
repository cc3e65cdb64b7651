import { createFileRoute } from '@tanstack/react-router';
import { BankDataPage } from '#web/office/features/banking/bankData/BankDataPage.tsx';
import { BankDataSearch } from '#web/office/features/banking/bankData/bankDataSearch.ts';
import { listBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/datos-bancarios/')({
  staticData: { title: 'Datos bancarios', module: 'tramites', help: 'datos-bancarios' },
  validateSearch: BankDataSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listBankData, deps),
  component: () => <BankDataPage search={Route.useSearch()} />,
});
