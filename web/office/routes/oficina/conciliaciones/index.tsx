import { createFileRoute } from '@tanstack/react-router';
import { listReconciliations } from '#contract/money/bankReconciliations/endpoints.ts';
import { ReconciliationsPage } from '#web/office/features/money/bankReconciliations/ReconciliationsPage.tsx';
import { ReconciliationsSearch } from '#web/office/features/money/bankReconciliations/reconciliationsSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/conciliaciones/')({
  staticData: {
    title: 'Conciliaciones',
    module: 'contabilidad',
    help: 'estados-y-bancos#conciliar-un-mes',
  },
  validateSearch: ReconciliationsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listReconciliations, deps),
  component: () => <ReconciliationsPage search={Route.useSearch()} />,
});
