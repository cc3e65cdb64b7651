import { createFileRoute } from '@tanstack/react-router';
import { LotsPage } from '#web/office/features/projects/lots/LotsPage.tsx';
import { LotsSearch } from '#web/office/features/projects/lots/lotsSearch.ts';
import { listLots } from '#contract/projects/lots/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/lotes/')({
  staticData: { title: 'Lotes', module: 'proyectos', help: 'lotes-precios-importar#lotes' },
  validateSearch: LotsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listLots, deps),
  component: () => <LotsPage search={Route.useSearch()} />,
});
