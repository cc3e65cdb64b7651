import { createFileRoute } from '@tanstack/react-router';
import { listUnposted } from '#contract/money/ledger/books.ts';
import { UnpostedPage } from '#web/office/features/money/ledger/UnpostedPage.tsx';
import { UnpostedSearch } from '#web/office/features/money/ledger/ledgerSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/sin-contabilizar/')({
  staticData: { title: 'Sin contabilizar', module: 'contabilidad', help: 'contabilidad#sin-contabilizar' },
  validateSearch: UnpostedSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listUnposted, deps),
  component: () => <UnpostedPage search={Route.useSearch()} />,
});
