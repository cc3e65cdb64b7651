import { createFileRoute } from '@tanstack/react-router';
import { SalesPage } from '#web/office/features/sales/sale/SalesPage.tsx';
import { SalesSearch } from '#web/office/features/sales/sale/salesSearch.ts';
import { listSales } from '#contract/sales/sale/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/ventas/')({
  staticData: { title: 'Pre-contratos', module: 'ventas', help: 'precontratos#la-cola' },
  validateSearch: SalesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listSales, deps),
  component: () => <SalesPage search={Route.useSearch()} />,
});
