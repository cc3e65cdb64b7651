import { createFileRoute } from '@tanstack/react-router';
import { LotsPage } from '#web/office/features/projects/lots/LotsPage.tsx';
import { LotsSearch } from '#web/office/features/projects/lots/lotsSearch.ts';

export const Route = createFileRoute('/oficina/lotes/')({
  staticData: { title: 'Lotes', module: 'proyectos' },
  validateSearch: LotsSearch,
  component: () => <LotsPage search={Route.useSearch()} />,
});
