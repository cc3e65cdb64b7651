import { createFileRoute } from '@tanstack/react-router';
import { listCounts } from '#contract/works/stock/endpoints.ts';
import { CountsPage } from '#web/office/features/works/stock/CountsPage.tsx';
import { CountsSearch } from '#web/office/features/works/stock/stockSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/existencias/conteos')({
  staticData: { title: 'Conteos de materiales', module: 'materiales', help: 'materiales#los-conteos' },
  validateSearch: CountsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listCounts, deps),
  component: () => <CountsPage search={Route.useSearch()} />,
});
