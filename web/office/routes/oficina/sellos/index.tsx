import { createFileRoute } from '@tanstack/react-router';
import { getSeal, listSeals } from '#contract/legal/seals/endpoints.ts';
import { SealsPage } from '#web/office/features/legal/seals/SealsPage.tsx';
import { SealsSearch } from '#web/office/features/legal/seals/sealsSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/sellos/')({
  staticData: { title: 'Sellos', module: 'legal', help: 'sellos' },
  validateSearch: SealsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listSeals, deps);
    preloadOpen(context, getSeal, deps.sello);
  },
  component: () => <SealsPage search={Route.useSearch()} />,
});
