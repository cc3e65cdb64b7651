import { createFileRoute } from '@tanstack/react-router';
import { RefundsPage } from '#web/office/features/money/refunds/RefundsPage.tsx';
import { RefundsSearch } from '#web/office/features/money/refunds/refundsSearch.ts';

export const Route = createFileRoute('/oficina/devoluciones/')({
  staticData: { title: 'Devoluciones', module: 'contabilidad' },
  validateSearch: RefundsSearch,
  component: () => <RefundsPage search={Route.useSearch()} />,
});
