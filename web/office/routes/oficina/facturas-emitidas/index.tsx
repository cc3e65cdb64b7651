import { createFileRoute } from '@tanstack/react-router';
import { listIssued } from '#contract/money/issuedInvoices/endpoints.ts';
import { IssuedPage } from '#web/office/features/money/issuedInvoices/IssuedPage.tsx';
import { IssuedSearch } from '#web/office/features/money/issuedInvoices/issuedSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/facturas-emitidas/')({
  staticData: {
    title: 'Facturas emitidas',
    module: 'contabilidad',
    help: 'facturas-emitidas-y-pagos-en-linea#las-facturas-emitidas',
  },
  validateSearch: IssuedSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listIssued, deps),
  component: () => <IssuedPage search={Route.useSearch()} />,
});
