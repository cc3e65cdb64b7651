import { createFileRoute } from '@tanstack/react-router';
import { ProspectsPage } from '#web/office/features/prospects/ProspectsPage.tsx';
import { ProspectsSearch } from '#web/office/features/prospects/prospectsSearch.ts';

export const Route = createFileRoute('/oficina/prospectos/')({
  staticData: { title: 'Prospectos', module: 'ventas' },
  validateSearch: ProspectsSearch,
  component: () => <ProspectsPage search={Route.useSearch()} />,
});
