import { createFileRoute } from '@tanstack/react-router';
import { listHandovers } from '#contract/care/handover/endpoints.ts';
import { HandoversPage } from '#web/office/features/care/handover/HandoversPage.tsx';
import { HandoversSearch } from '#web/office/features/care/handover/handoversSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/entregas/')({
  staticData: { title: 'Entregas', module: 'ventas', help: 'entrega-y-garantia' },
  validateSearch: HandoversSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listHandovers, deps),
  component: () => <HandoversPage search={Route.useSearch()} />,
});
