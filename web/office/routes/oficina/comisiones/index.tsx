import { createFileRoute } from '@tanstack/react-router';
import { CommissionsPage } from '#web/office/features/sales/commissions/CommissionsPage.tsx';
import { CommissionsSearch } from '#web/office/features/sales/commissions/commissionsSearch.ts';

export const Route = createFileRoute('/oficina/comisiones/')({
  staticData: { title: 'Comisiones', module: 'ventas' },
  validateSearch: CommissionsSearch,
  component: () => <CommissionsPage search={Route.useSearch()} />,
});
