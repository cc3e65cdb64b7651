import { createFileRoute } from '@tanstack/react-router';
import { QuotesPage } from '#web/office/features/sales/quotes/QuotesPage.tsx';
import { QuotesSearch } from '#web/office/features/sales/quotes/quotesSearch.ts';
import { listQuotes } from '#contract/sales/quotes/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/proformas/')({
  staticData: { title: 'Proformas', module: 'ventas', help: 'proformas#hacer-una-proforma' },
  validateSearch: QuotesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listQuotes, deps),
  component: () => <QuotesPage search={Route.useSearch()} />,
});
