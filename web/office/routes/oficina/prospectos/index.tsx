import { createFileRoute } from '@tanstack/react-router';
import { ProspectsPage } from '#web/office/features/sales/prospects/ProspectsPage.tsx';
import { ProspectsSearch } from '#web/office/features/sales/prospects/prospectsSearch.ts';
import { listProspects } from '#contract/sales/prospects/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/prospectos/')({
  staticData: { title: 'Prospectos', module: 'ventas', help: 'prospectos#prospectos' },
  validateSearch: ProspectsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => deps.ver ?? preloadList(context, listProspects, deps),
  component: () => <ProspectsPage search={Route.useSearch()} />,
});
