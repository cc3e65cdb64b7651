import { createFileRoute } from '@tanstack/react-router';
import { ReportsPage } from '#web/office/features/overview/reports/ReportsPage.tsx';
import { ReportsSearch } from '#web/office/features/overview/reports/reportsSearch.ts';
import { managementBoard } from '#contract/overview/reports/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/reportes/')({
  staticData: { title: 'Reportes', module: 'reportes', help: 'reportes#reportes' },
  validateSearch: ReportsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preload(context, managementBoard, { query: deps }),
  component: () => <ReportsPage search={Route.useSearch()} />,
});
