import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage } from '#web/office/features/money/verification/PaymentsPage.tsx';
import { PaymentsSearch } from '#web/office/features/money/verification/paymentsSearch.ts';
import { getPayment, listPayments } from '#contract/money/verification/endpoints.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/pagos/')({
  staticData: { title: 'Pagos de clientes', module: 'contabilidad', help: 'pagos#la-lista' },
  validateSearch: PaymentsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listPayments, deps);
    preloadOpen(context, getPayment, deps.pago);
  },
  component: () => <PaymentsPage search={Route.useSearch()} />,
});
