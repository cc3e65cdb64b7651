import { createFileRoute } from '@tanstack/react-router';
import { ReportsPage } from '#web/office/features/overview/reports/ReportsPage.tsx';
import { ReportsSearch } from '#web/office/features/overview/reports/reportsSearch.ts';

export const Route = createFileRoute('/oficina/reportes/')({
  staticData: { title: 'Reportes', module: 'reportes' },
  validateSearch: ReportsSearch,
  component: () => <ReportsPage search={Route.useSearch()} />,
});
