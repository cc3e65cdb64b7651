import { createFileRoute } from '@tanstack/react-router';
import { QuotesPage } from '#web/office/features/sales/quotes/QuotesPage.tsx';
import { QuotesSearch } from '#web/office/features/sales/quotes/quotesSearch.ts';

export const Route = createFileRoute('/oficina/proformas/')({
  staticData: { title: 'Proformas', module: 'ventas' },
  validateSearch: QuotesSearch,
  component: () => <QuotesPage search={Route.useSearch()} />,
});
