import { createFileRoute } from '@tanstack/react-router';
import { listLines } from '#contract/money/statements/statementEndpoints.ts';
import { ReconcilePage } from '#web/office/features/money/reconciliation/ReconcilePage.tsx';
import { QUEUE, ReconcileSearch } from '#web/office/features/money/reconciliation/reconcileSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/conciliar/')({
  staticData: { title: 'Conciliar', module: 'contabilidad', help: 'extractos#conciliar' },
  validateSearch: ReconcileSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listLines, deps, QUEUE),
  component: () => <ReconcilePage search={Route.useSearch()} />,
});
