import { createFileRoute } from '@tanstack/react-router';
import { CoincidencesPage } from '#web/office/features/sales/coincidences/CoincidencesPage.tsx';
import { CoincidencesSearch } from '#web/office/features/sales/coincidences/coincidencesSearch.ts';

export const Route = createFileRoute('/oficina/coincidencias/')({
  staticData: { title: 'Coincidencias', module: 'ventas' },
  validateSearch: CoincidencesSearch,
  component: () => <CoincidencesPage search={Route.useSearch()} />,
});
