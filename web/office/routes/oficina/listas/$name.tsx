import { createFileRoute } from '@tanstack/react-router';
import { CatalogPage } from '#web/office/features/company/catalogs/CatalogPage.tsx';
import { CatalogSearch } from '#web/office/features/company/catalogs/catalogsSearch.ts';
import { listCatalogItems } from '#contract/company/catalogs/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/listas/$name')({
  staticData: { title: 'Lista', module: 'administracion', help: 'listas#una-lista-por-dentro' },
  validateSearch: CatalogSearch,
  loader: ({ context, params }) => preload(context, listCatalogItems, { params }),
  component: () => <CatalogPage name={Route.useParams().name} search={Route.useSearch()} />,
});
