import { createFileRoute } from '@tanstack/react-router';
import { listMaterials } from '#contract/works/materials/endpoints.ts';
import { CatalogPage } from '#web/office/features/works/materials/CatalogPage.tsx';
import { CatalogSearch } from '#web/office/features/works/materials/materialsSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/catalogo-de-materiales/')({
  staticData: { title: 'Catálogo de materiales', module: 'materiales', help: 'materiales#el-catálogo' },
  validateSearch: CatalogSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listMaterials, deps),
  component: () => <CatalogPage search={Route.useSearch()} />,
});
