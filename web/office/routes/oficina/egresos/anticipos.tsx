import { createFileRoute } from '@tanstack/react-router';
import { listAdvances } from '#contract/money/invoices/endpoints.ts';
import { AdvancesPage } from '#web/office/features/money/invoices/AdvancesPage.tsx';
import { AdvancesSearch } from '#web/office/features/money/invoices/invoicesSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/egresos/anticipos')({
  staticData: {
    title: 'Anticipos a proveedores',
    module: 'contabilidad',
    help: 'facturas-y-pagos#anticipos',
  },
  validateSearch: AdvancesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listAdvances, deps),
  component: () => <AdvancesPage search={Route.useSearch()} />,
});
