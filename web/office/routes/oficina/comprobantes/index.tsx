import { createFileRoute } from '@tanstack/react-router';
import { listVouchers } from '#contract/money/ledger/vouchers.ts';
import { VouchersPage } from '#web/office/features/money/ledger/VouchersPage.tsx';
import { VouchersSearch } from '#web/office/features/money/ledger/ledgerSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/comprobantes/')({
  staticData: { title: 'Comprobantes de diario', module: 'contabilidad', help: 'contabilidad#comprobantes' },
  validateSearch: VouchersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listVouchers, deps),
  component: () => <VouchersPage search={Route.useSearch()} />,
});
