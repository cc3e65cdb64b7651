import { createFileRoute } from '@tanstack/react-router';
import { SalesPage } from '#web/office/features/sales/sale/SalesPage.tsx';
import { SalesSearch } from '#web/office/features/sales/sale/salesSearch.ts';

export const Route = createFileRoute('/oficina/ventas/')({
  staticData: { title: 'Pre-contratos', module: 'ventas' },
  validateSearch: SalesSearch,
  component: () => <SalesPage search={Route.useSearch()} />,
});
