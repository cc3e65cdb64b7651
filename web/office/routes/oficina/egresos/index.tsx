import { createFileRoute } from '@tanstack/react-router';
import { listBatches } from '#contract/money/paymentBatches/endpoints.ts';
import { BatchesPage } from '#web/office/features/money/paymentBatches/BatchesPage.tsx';
import { BatchesSearch } from '#web/office/features/money/paymentBatches/batchesSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/egresos/')({
  staticData: { title: 'Pagos', module: 'contabilidad', help: 'facturas-y-pagos#los-lotes-de-pago' },
  validateSearch: BatchesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listBatches, deps),
  component: () => <BatchesPage search={Route.useSearch()} />,
});
