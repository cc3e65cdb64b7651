import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage } from '#web/office/features/money/payments/PaymentsPage.tsx';
import { PaymentsSearch } from '#web/office/features/money/payments/paymentsSearch.ts';

export const Route = createFileRoute('/oficina/pagos/')({
  staticData: { title: 'Pagos de clientes', module: 'contabilidad' },
  validateSearch: PaymentsSearch,
  component: () => <PaymentsPage search={Route.useSearch()} />,
});
