import { createFileRoute } from '@tanstack/react-router';
import { getPunch, listPunch } from '#contract/care/handover/endpoints.ts';
import { PunchSearch } from '#web/office/features/care/handover/handoversSearch.ts';
import { PunchPage } from '#web/office/features/care/handover/PunchPage.tsx';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/pendientes-de-entrega/')({
  staticData: { title: 'Pendientes de entrega', module: 'ventas', help: 'entrega-y-garantia#los-pendientes' },
  validateSearch: PunchSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listPunch, deps);
    preloadOpen(context, getPunch, deps.pendiente);
  },
  component: () => <PunchPage search={Route.useSearch()} />,
});
