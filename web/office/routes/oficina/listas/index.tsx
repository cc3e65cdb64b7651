import { createFileRoute } from '@tanstack/react-router';
import { CatalogsPage } from '#web/office/features/catalogs/CatalogsPage.tsx';
import { ListSearch } from '#web/office/lib/listSearch.ts';

export const Route = createFileRoute('/oficina/listas/')({
  staticData: { title: 'Listas', module: 'administracion' },
  validateSearch: ListSearch,
  component: () => <CatalogsPage search={Route.useSearch()} />,
});
