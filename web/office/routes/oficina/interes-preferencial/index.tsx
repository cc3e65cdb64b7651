import { createFileRoute } from '@tanstack/react-router';
import { InterestPage } from '#web/office/features/projects/interest/InterestPage.tsx';
import { InterestSearch } from '#web/office/features/projects/interest/interestSearch.ts';
import { listInterestRules } from '#contract/projects/interest/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/interes-preferencial/')({
  staticData: {
    title: 'Interés preferencial',
    module: 'tramites',
    help: 'proformas#reglas-del-interés-preferencial',
  },
  validateSearch: InterestSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    deps.ver ?? preloadList(context, listInterestRules, deps, { query: { ver: deps.cuales ?? 'vigentes' } }),
  component: () => <InterestPage search={Route.useSearch()} />,
});
