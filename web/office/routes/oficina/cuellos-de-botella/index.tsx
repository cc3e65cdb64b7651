import { createFileRoute } from '@tanstack/react-router';
import { listBottlenecks } from '#contract/overview/reports/bottlenecks.ts';
import { BottlenecksPage } from '#web/office/features/overview/reports/BottlenecksPage.tsx';
import { BottlenecksSearch } from '#web/office/features/overview/reports/reportsSearch.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/cuellos-de-botella/')({
  staticData: { title: 'Cuellos de botella', module: 'reportes', help: 'reportes#cuellos-de-botella' },
  validateSearch: BottlenecksSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preload(context, listBottlenecks, { query: { ...deps, per_page: 200 } }),
  component: () => <BottlenecksPage search={Route.useSearch()} />,
});
