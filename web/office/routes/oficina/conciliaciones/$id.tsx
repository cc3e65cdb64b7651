import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getReconciliation } from '#contract/money/bankReconciliations/endpoints.ts';
import { ReconciliationPage } from '#web/office/features/money/bankReconciliations/ReconciliationPage.tsx';
import { ReconciliationSearch } from '#web/office/features/money/bankReconciliations/reconciliationsSearch.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/conciliaciones/$id')({
  staticData: {
    title: 'Conciliación',
    module: 'contabilidad',
    help: 'estados-y-bancos#las-líneas-de-los-dos-lados',
  },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: ReconciliationSearch,
  loader: ({ context, params }) => preload(context, getReconciliation, { params }),
  component: () => <ReconciliationPage id={Route.useParams().id} search={Route.useSearch()} />,
});
