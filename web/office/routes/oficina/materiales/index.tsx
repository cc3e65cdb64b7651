import { createFileRoute } from '@tanstack/react-router';
import { listRequests } from '#contract/works/purchasing/endpoints.ts';
import { RequestsPage } from '#web/office/features/works/purchasing/RequestsPage.tsx';
import { RequestsSearch } from '#web/office/features/works/purchasing/purchasingSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/materiales/')({
  staticData: { title: 'Materiales', module: 'materiales', help: 'materiales#pedir-materiales' },
  validateSearch: RequestsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => deps.ver ?? preloadList(context, listRequests, deps),
  component: () => <RequestsPage search={Route.useSearch()} />,
});
