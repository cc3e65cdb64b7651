import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '#web/office/features/overview/imports/ImportPage.tsx';
import { ImportSearch } from '#web/office/features/overview/imports/importSearch.ts';

export const Route = createFileRoute('/oficina/importar/')({
  staticData: { title: 'Importar', module: 'administracion' },
  validateSearch: ImportSearch,
  component: () => <ImportPage search={Route.useSearch()} />,
});
