import { createFileRoute } from '@tanstack/react-router';
import { ModelsPage } from '#web/office/features/projects/projects/ModelsPage.tsx';
import { ModelsSearch } from '#web/office/features/projects/projects/modelsSearch.ts';
import { listModels } from '#contract/projects/projects/models.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/modelos/')({
  staticData: { title: 'Modelos', module: 'proyectos', help: 'lotes-precios-importar#modelos' },
  validateSearch: ModelsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listModels, deps),
  component: () => <ModelsPage search={Route.useSearch()} />,
});
