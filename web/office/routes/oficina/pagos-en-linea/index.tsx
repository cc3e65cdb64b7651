import { createFileRoute } from '@tanstack/react-router';
import { listDeposits } from '#contract/money/onlineDeposits/endpoints.ts';
import { DepositsPage } from '#web/office/features/money/onlineDeposits/DepositsPage.tsx';
import { DepositsSearch } from '#web/office/features/money/onlineDeposits/depositsSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/pagos-en-linea/')({
  staticData: {
    title: 'Pagos en línea',
    module: 'pagos',
    help: 'facturas-emitidas-y-pagos-en-linea#los-pagos-en-línea',
  },
  validateSearch: DepositsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listDeposits, deps),
  component: () => <DepositsPage search={Route.useSearch()} />,
});
