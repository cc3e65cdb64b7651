import { createFileRoute } from '@tanstack/react-router';
import { listTickets } from '#contract/care/tickets/endpoints.ts';
import { TicketsPage } from '#web/office/features/care/tickets/TicketsPage.tsx';
import { TicketsSearch } from '#web/office/features/care/tickets/ticketsSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/tickets/')({
  staticData: { title: 'Tickets', module: 'tickets', help: 'tickets#la-lista-y-el-tablero' },
  validateSearch: TicketsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => deps.ver ?? preloadList(context, listTickets, deps),
  component: () => <TicketsPage search={Route.useSearch()} />,
});
