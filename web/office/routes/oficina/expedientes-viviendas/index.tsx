import { createFileRoute } from '@tanstack/react-router';
import { getHouseFile, listHouseFiles } from '#contract/legal/houseFile/endpoints.ts';
import { HouseFilesPage } from '#web/office/features/legal/houseFile/HouseFilesPage.tsx';
import { HouseFilesSearch } from '#web/office/features/legal/houseFile/houseFilesSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/expedientes-viviendas/')({
  staticData: {
    title: 'Expedientes de viviendas',
    module: 'legal',
    help: 'escrituras-y-expedientes#expedientes-de-viviendas',
  },
  validateSearch: HouseFilesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listHouseFiles, deps);
    preloadOpen(context, getHouseFile, deps.expediente);
  },
  component: () => <HouseFilesPage search={Route.useSearch()} />,
});
