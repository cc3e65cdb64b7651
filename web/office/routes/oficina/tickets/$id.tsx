import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getTicket } from '#contract/care/tickets/endpoints.ts';
import { TicketPage } from '#web/office/features/care/tickets/TicketPage.tsx';
import { preload } from '#web/office/lib/list.ts';
import { filterText } from '#web/office/lib/listSearch.ts';

export const Route = createFileRoute('/oficina/tickets/$id')({
  staticData: { title: 'Ticket', module: 'tickets', help: 'tickets#un-ticket' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText }),
  loader: ({ context, params }) => preload(context, getTicket, { params }),
  component: () => <TicketPage {...Route.useSearch()} id={Route.useParams().id} />,
});
