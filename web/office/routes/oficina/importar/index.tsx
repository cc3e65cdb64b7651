import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '#web/office/features/overview/imports/ImportPage.tsx';
import { ImportSearch } from '#web/office/features/overview/imports/importSearch.ts';
import { findImport, listImports } from '#contract/overview/imports/endpoints.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/importar/')({
  staticData: {
    title: 'Importar',
    module: 'administracion',
    help: 'lotes-precios-importar#importar-desde-excel',
  },
  validateSearch: ImportSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.importacion === undefined)
      preloadList(context, listImports, deps, { query: { tipo: undefined } });
    preloadOpen(context, findImport, deps.importacion);
  },
  component: () => <ImportPage search={Route.useSearch()} />,
});
