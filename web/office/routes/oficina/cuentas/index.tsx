import { createFileRoute } from '@tanstack/react-router';
import { listChart } from '#contract/money/ledger/endpoints.ts';
import { ChartPage } from '#web/office/features/money/ledger/ChartPage.tsx';
import { ChartSearch } from '#web/office/features/money/ledger/ledgerSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/cuentas/')({
  staticData: { title: 'Cuentas', module: 'contabilidad', help: 'contabilidad#las-cuentas' },
  validateSearch: ChartSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listChart, deps),
  component: () => <ChartPage search={Route.useSearch()} />,
});
