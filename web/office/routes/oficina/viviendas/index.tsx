import { createFileRoute } from '@tanstack/react-router';
import { HousesPage } from '#web/office/features/projects/houses/HousesPage.tsx';
import { HousesSearch } from '#web/office/features/projects/houses/housesSearch.ts';

export const Route = createFileRoute('/oficina/viviendas/')({
  staticData: { title: 'Viviendas', module: 'proyectos' },
  validateSearch: HousesSearch,
  component: () => <HousesPage search={Route.useSearch()} />,
});
