import { createFileRoute } from '@tanstack/react-router';
import { RefundsPage } from '#web/office/features/money/refunds/RefundsPage.tsx';
import { RefundsSearch } from '#web/office/features/money/refunds/refundsSearch.ts';
import { listRefunds } from '#contract/money/refunds/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/devoluciones/')({
  staticData: { title: 'Devoluciones', module: 'contabilidad' },
  validateSearch: RefundsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listRefunds, deps),
  component: () => <RefundsPage search={Route.useSearch()} />,
});
