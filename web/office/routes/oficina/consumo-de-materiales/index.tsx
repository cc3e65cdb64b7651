import { createFileRoute } from '@tanstack/react-router';
import { UsagePage } from '#web/office/features/works/stock/UsagePage.tsx';
import { UsageSearch } from '#web/office/features/works/stock/stockSearch.ts';

export const Route = createFileRoute('/oficina/consumo-de-materiales/')({
  staticData: { title: 'Consumo por vivienda', module: 'materiales', help: 'materiales#el-consumo' },
  validateSearch: UsageSearch,
  component: () => <UsagePage search={Route.useSearch()} />,
});
