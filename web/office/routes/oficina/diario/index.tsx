import { createFileRoute } from '@tanstack/react-router';
import { listEntries } from '#contract/money/ledger/endpoints.ts';
import { JournalPage } from '#web/office/features/money/ledger/JournalPage.tsx';
import { JournalSearch } from '#web/office/features/money/ledger/ledgerSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/diario/')({
  staticData: { title: 'Diario', module: 'contabilidad', help: 'contabilidad#el-diario' },
  validateSearch: JournalSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listEntries, deps),
  component: () => <JournalPage search={Route.useSearch()} />,
});
