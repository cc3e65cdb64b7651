import { createFileRoute } from '@tanstack/react-router';
import { CatalogsPage } from '#web/office/features/company/catalogs/CatalogsPage.tsx';
import { CatalogsSearch } from '#web/office/features/company/catalogs/catalogsSearch.ts';
import { listCatalogs } from '#contract/company/catalogs/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/listas/')({
  staticData: { title: 'Listas', module: 'administracion', help: 'listas#listas' },
  validateSearch: CatalogsSearch,
  loader: ({ context }) => preload(context, listCatalogs),
  component: () => <CatalogsPage search={Route.useSearch()} />,
});
