import { createFileRoute } from '@tanstack/react-router';
import { ModelsPage } from '#web/office/features/projects/projects/ModelsPage.tsx';
import { ModelsSearch } from '#web/office/features/projects/projects/modelsSearch.ts';

export const Route = createFileRoute('/oficina/modelos/')({
  staticData: { title: 'Modelos', module: 'proyectos' },
  validateSearch: ModelsSearch,
  component: () => <ModelsPage search={Route.useSearch()} />,
});
