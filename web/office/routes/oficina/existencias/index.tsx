import { createFileRoute } from '@tanstack/react-router';
import { listStock } from '#contract/works/stock/endpoints.ts';
import { StockPage } from '#web/office/features/works/stock/StockPage.tsx';
import { StockSearch } from '#web/office/features/works/stock/stockSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/existencias/')({
  staticData: { title: 'Existencias', module: 'materiales', help: 'materiales#las-existencias' },
  validateSearch: StockSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listStock, deps),
  component: () => <StockPage search={Route.useSearch()} />,
});
