import { createFileRoute } from '@tanstack/react-router';
import { HousesPage } from '#web/office/features/projects/houses/HousesPage.tsx';
import { HousesSearch } from '#web/office/features/projects/houses/housesSearch.ts';
import { listHouses } from '#contract/projects/houses/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/viviendas/')({
  staticData: { title: 'Viviendas', module: 'proyectos', help: 'lotes-precios-importar#viviendas' },
  validateSearch: HousesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listHouses, deps),
  component: () => <HousesPage search={Route.useSearch()} />,
});
