import { createFileRoute } from '@tanstack/react-router';
import { ProspectsPage } from '#web/office/features/sales/prospects/ProspectsPage.tsx';
import { ProspectsSearch } from '#web/office/features/sales/prospects/prospectsSearch.ts';

export const Route = createFileRoute('/oficina/prospectos/')({
  staticData: { title: 'Prospectos', module: 'ventas' },
  validateSearch: ProspectsSearch,
  component: () => <ProspectsPage search={Route.useSearch()} />,
});
