import { createFileRoute } from '@tanstack/react-router';
import { CatalogsPage } from '#web/office/features/company/catalogs/CatalogsPage.tsx';
import { CatalogsSearch } from '#web/office/features/company/catalogs/catalogsSearch.ts';

export const Route = createFileRoute('/oficina/listas/')({
  staticData: { title: 'Listas', module: 'administracion' },
  validateSearch: CatalogsSearch,
  component: () => <CatalogsPage search={Route.useSearch()} />,
});
