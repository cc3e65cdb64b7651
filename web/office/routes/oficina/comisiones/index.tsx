import { createFileRoute } from '@tanstack/react-router';
import { CommissionsPage } from '#web/office/features/sales/commissions/CommissionsPage.tsx';
import { CommissionsSearch } from '#web/office/features/sales/commissions/commissionsSearch.ts';
import { getCommission, listCommissions } from '#contract/sales/commissions/endpoints.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/comisiones/')({
  staticData: { title: 'Comisiones', module: 'ventas', help: 'comisiones' },
  validateSearch: CommissionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.ver === undefined) preloadList(context, listCommissions, deps);
    preloadOpen(context, getCommission, deps.comision);
  },
  component: () => <CommissionsPage search={Route.useSearch()} />,
});
