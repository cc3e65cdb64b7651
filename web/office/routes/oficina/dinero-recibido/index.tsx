import { createFileRoute } from '@tanstack/react-router';
import { listReceived } from '#contract/money/received/endpoints.ts';
import { ReceivedPage } from '#web/office/features/money/received/ReceivedPage.tsx';
import { ReceivedSearch } from '#web/office/features/money/received/receivedSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/dinero-recibido/')({
  staticData: { title: 'Dinero recibido', module: 'pagos', help: 'pagos#dinero-recibido' },
  validateSearch: ReceivedSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listReceived, deps),
  component: () => <ReceivedPage search={Route.useSearch()} />,
});
