import { createFileRoute } from '@tanstack/react-router';
import { CoincidencesPage } from '#web/office/features/coincidences/CoincidencesPage.tsx';
import { CoincidencesSearch } from '#web/office/features/coincidences/coincidencesSearch.ts';

export const Route = createFileRoute('/oficina/coincidencias/')({
  staticData: { title: 'Coincidencias', module: 'ventas' },
  validateSearch: CoincidencesSearch,
  component: () => <CoincidencesPage search={Route.useSearch()} />,
});
