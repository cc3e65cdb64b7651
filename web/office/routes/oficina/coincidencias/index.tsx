import { createFileRoute } from '@tanstack/react-router';
import { CoincidencesPage } from '#web/office/features/sales/coincidences/CoincidencesPage.tsx';
import { CoincidencesSearch } from '#web/office/features/sales/coincidences/coincidencesSearch.ts';
import { listCoincidences } from '#contract/sales/coincidences/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/coincidencias/')({
  staticData: { title: 'Coincidencias', module: 'ventas', help: 'prospectos#coincidencias' },
  validateSearch: CoincidencesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listCoincidences, deps),
  component: () => <CoincidencesPage search={Route.useSearch()} />,
});
