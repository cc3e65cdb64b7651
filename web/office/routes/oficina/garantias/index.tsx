import { createFileRoute } from '@tanstack/react-router';
import { listWarranties } from '#contract/care/warranty/endpoints.ts';
import { WarrantiesPage } from '#web/office/features/care/warranty/WarrantiesPage.tsx';
import { WarrantiesSearch } from '#web/office/features/care/warranty/warrantySearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/garantias/')({
  staticData: { title: 'Garantías', module: 'ventas', help: 'entrega-y-garantia#plazos-de-la-casa' },
  validateSearch: WarrantiesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listWarranties, deps),
  component: () => <WarrantiesPage search={Route.useSearch()} />,
});
