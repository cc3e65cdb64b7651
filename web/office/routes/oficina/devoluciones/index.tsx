import { createFileRoute } from '@tanstack/react-router';
import { RefundsPage } from '#web/office/features/money/refunds/RefundsPage.tsx';
import { RefundsSearch } from '#web/office/features/money/refunds/refundsSearch.ts';
import { getRefund, listRefunds } from '#contract/money/refunds/endpoints.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/devoluciones/')({
  staticData: { title: 'Devoluciones', module: 'contabilidad', help: 'pagos#devoluciones' },
  validateSearch: RefundsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listRefunds, deps);
    preloadOpen(context, getRefund, deps.devolucion);
  },
  component: () => <RefundsPage search={Route.useSearch()} />,
});
