import { createFileRoute } from '@tanstack/react-router';
import { CommissionsPage } from '#web/office/features/sales/commissions/CommissionsPage.tsx';
import { CommissionsSearch } from '#web/office/features/sales/commissions/commissionsSearch.ts';
import { listCommissions } from '#contract/sales/commissions/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/comisiones/')({
  staticData: { title: 'Comisiones', module: 'ventas' },
  validateSearch: CommissionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => deps.ver ?? preloadList(context, listCommissions, deps),
  component: () => <CommissionsPage search={Route.useSearch()} />,
});
