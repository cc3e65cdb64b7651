import { createFileRoute } from '@tanstack/react-router';
import { getRepresentative, listRepresentatives } from '#contract/legal/representatives/endpoints.ts';
import { RepresentativesPage } from '#web/office/features/legal/representatives/RepresentativesPage.tsx';
import { RepresentativesSearch } from '#web/office/features/legal/representatives/representativesSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/representantes/')({
  staticData: { title: 'Representantes', module: 'legal', help: 'firmas#representantes-de-la-empresa' },
  validateSearch: RepresentativesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listRepresentatives, deps);
    if (typeof deps.representante === 'number') preloadOpen(context, getRepresentative, deps.representante);
  },
  component: () => <RepresentativesPage search={Route.useSearch()} />,
});
