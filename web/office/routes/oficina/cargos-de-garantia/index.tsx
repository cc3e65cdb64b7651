import { createFileRoute } from '@tanstack/react-router';
import { getCharge, listCharges } from '#contract/care/warranty/endpoints.ts';
import { ChargesPage } from '#web/office/features/care/warranty/ChargesPage.tsx';
import { ChargesSearch } from '#web/office/features/care/warranty/warrantySearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/cargos-de-garantia/')({
  staticData: {
    title: 'Cargos de garantía',
    module: 'contratos',
    help: 'entrega-y-garantia#cargos-al-contratista',
  },
  validateSearch: ChargesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listCharges, deps);
    preloadOpen(context, getCharge, deps.cargo);
  },
  component: () => <ChargesPage search={Route.useSearch()} />,
});
