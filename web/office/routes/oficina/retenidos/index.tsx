import { createFileRoute } from '@tanstack/react-router';
import { listRetained } from '#contract/money/withholding/endpoints.ts';
import { RetainedPage } from '#web/office/features/money/withholding/RetainedPage.tsx';
import { RetainedSearch } from '#web/office/features/money/withholding/retainedSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/retenidos/')({
  staticData: { title: 'Retenidos', module: 'contabilidad', help: 'facturas-y-pagos#retenidos' },
  validateSearch: RetainedSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listRetained, deps),
  component: () => <RetainedPage search={Route.useSearch()} />,
});
