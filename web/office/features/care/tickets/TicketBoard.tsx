import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeTicketStatus, ticketBoard } from '#contract/care/tickets/endpoints.ts';
import type { TicketRow } from '#contract/care/tickets/model.ts';
import { TICKET, ticketMachine } from '#contract/care/tickets/rules.ts';
import { transitionsFrom } from '#contract/transitions.ts';
import { call } from '#web/office/lib/call.ts';
import { asks } from '#web/office/lib/list.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { Board } from '#web/office/ui/board/Board.tsx';
import { StateColumns } from '#web/office/ui/board/StateColumns.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { FilterChips } from '#web/office/ui/table/FilterChips.tsx';
import type { Filter } from '#web/office/ui/table/types.ts';
import { DeadlineText } from './DeadlineText.tsx';
import { placeOf } from './placeOf.ts';
import type { TicketsSearch } from './ticketsSearch.ts';

/** The server counts up to this. */
const COUNTED = 999;

interface BoardProps {
  search: TicketsSearch;
  filters: readonly Filter[];
  onSearch: (patch: Record<string, unknown>) => void;
}

const arrowsOf = (ticket: TicketRow) => transitionsFrom(ticketMachine, ticket.state.id);
const arrowTo = (ticket: TicketRow, to: number) => arrowsOf(ticket).find((arrow) => arrow.to === to);

async function move(ticket: TicketRow, to: number): Promise<string | null> {
  const arrow = arrowTo(ticket, to);
  if (!arrow) return null;
  const motivo =
    arrow.reason === 'required'
      ? await askReason({
          title: `${arrow.label}: ${ticket.code}`,
          text:
            to === TICKET.solved ? 'Qué se hizo queda en el historial.' : 'El motivo queda en el historial.',
          label: to === TICKET.solved ? 'Qué se hizo' : 'Motivo',
          required: true,
          confirm: arrow.label,
          danger: to === TICKET.cancelled,
        })
      : '';
  if (motivo === null) return null;
  const { data } = await call(changeTicketStatus, {
    params: { id: ticket.id },
    body: { params: { estado_id: to, version: ticket.version, ...(motivo && { motivo }) } },
  });
  return `${data.code}: ${data.state.name}.`;
}

/** Tickets by state; a card follows the ticket's state machine. */
export function TicketBoard({ search, filters, onSearch }: BoardProps) {
  const query = useQuery(queryOf(ticketBoard, { query: asks(ticketBoard, search) }));
  const mayMove = useCan('tickets.editar');
  const columns = query.data?.data;
  return (
    <>
      <Group mb="sm">
        <FilterChips
          filters={filters.filter(({ key }) => key !== 'estado_id' && key !== 'cola')}
          values={search}
          onChange={onSearch}
        />
      </Group>
      {query.error && <Alert color="red" variant="light" title={sentence(query.error)} />}
      <Board
        label="Tickets por estado"
        cardId={(ticket) => ticket.id}
        cardName={(ticket) => ticket.code}
        columnOf={(ticket) => ticket.state.id}
        columnName={(id) => columns?.find(({ state }) => state.id === id)?.state.name ?? ''}
        moves={(ticket) =>
          mayMove ? arrowsOf(ticket).map(({ to, label }) => ({ to, label, whyNot: null })) : []
        }
        whyNot={(ticket, to) =>
          arrowTo(ticket, to)
            ? null
            : to === TICKET.assigned
              ? 'Ábrelo y elige a quién se asigna.'
              : 'Desde su estado no se puede pasar a este.'
        }
        move={move}
        status={changeTicketStatus}
      >
        {(board) => (
          <StateColumns
            board={board}
            columns={columns}
            showCount={(count) => (count >= COUNTED ? `${COUNTED}+` : String(count))}
            none="Ninguno en este estado."
            renderAll={(id) => (
              <PageLink to="/oficina/tickets" search={{ estado_id: id }} size="sm">
                Ver todos en la lista
              </PageLink>
            )}
          >
            {(ticket) => <TicketCard ticket={ticket} />}
          </StateColumns>
        )}
      </Board>
    </>
  );
}

const TicketCard = ({ ticket }: { ticket: TicketRow }) => (
  <>
    <PageLink to="/oficina/tickets/$id" params={{ id: ticket.id }} size="sm" fw={600}>
      {ticket.title}
    </PageLink>
    <Text size="xs" c="dimmed">
      {ticket.code} · {placeOf(ticket)}
    </Text>
    <DeadlineText one={ticket} />
    <Text size="xs" c="dimmed">
      {ticket.priority.name} · {ticket.assignee?.name ?? 'Nadie todavía'}
    </Text>
  </>
);
