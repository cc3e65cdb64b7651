import { createFileRoute } from '@tanstack/react-router';
import { listInvoices } from '#contract/money/invoices/endpoints.ts';
import { InvoicesPage } from '#web/office/features/money/invoices/InvoicesPage.tsx';
import { InvoicesSearch } from '#web/office/features/money/invoices/invoicesSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/facturas/')({
  staticData: { title: 'Facturas', module: 'contabilidad', help: 'facturas-y-pagos#las-facturas' },
  validateSearch: InvoicesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listInvoices, deps),
  component: () => <InvoicesPage search={Route.useSearch()} />,
});
