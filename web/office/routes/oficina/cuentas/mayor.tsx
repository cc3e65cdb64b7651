import { createFileRoute } from '@tanstack/react-router';
import { listLedger } from '#contract/money/ledger/endpoints.ts';
import { LedgerPage } from '#web/office/features/money/ledger/LedgerPage.tsx';
import { LedgerSearch } from '#web/office/features/money/ledger/ledgerSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/cuentas/mayor')({
  staticData: { title: 'Mayor', module: 'contabilidad', help: 'contabilidad#las-cuentas' },
  validateSearch: LedgerSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listLedger, deps),
  component: () => <LedgerPage search={Route.useSearch()} />,
});
