import { createFileRoute } from '@tanstack/react-router';
import { CatalogPage } from '#web/office/features/company/catalogs/CatalogPage.tsx';
import { CatalogSearch } from '#web/office/features/company/catalogs/catalogsSearch.ts';

export const Route = createFileRoute('/oficina/listas/$name')({
  staticData: { title: 'Lista', module: 'administracion' },
  validateSearch: CatalogSearch,
  component: () => <CatalogPage name={Route.useParams().name} search={Route.useSearch()} />,
});
