import { createFileRoute } from '@tanstack/react-router';
import { listMoves } from '#contract/works/stock/endpoints.ts';
import { MovesPage } from '#web/office/features/works/stock/MovesPage.tsx';
import { MovesSearch } from '#web/office/features/works/stock/stockSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/existencias/movimientos')({
  staticData: {
    title: 'Movimientos de materiales',
    module: 'materiales',
    help: 'materiales#las-existencias',
  },
  validateSearch: MovesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listMoves, deps),
  component: () => <MovesPage search={Route.useSearch()} />,
});
