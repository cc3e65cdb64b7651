import type { listTickets } from '#contract/care/tickets/endpoints.ts';
import type { TicketTurn } from '#contract/care/tickets/rules.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { DeadlineText } from './DeadlineText.tsx';
import { placeOf } from './placeOf.ts';

const WAITS_FOR: Record<TicketTurn, string> = {
  empresa: 'Le toca a la empresa',
  cliente: 'Le toca al cliente',
  proveedor: 'Le toca al proveedor',
};

/** Columns of the list of tickets. */
export const ticketColumns: ColumnOf<typeof listTickets>[] = [
  {
    key: 'id',
    title: 'Ticket',
    sortable: true,
    width: 270,
    render: (one) => (
      <TwoLines
        first={
          <PageLink to="/oficina/tickets/$id" params={{ id: one.id }}>
            {one.title}
          </PageLink>
        }
        second={one.merged_into ? `${one.code} · unido a ${one.merged_into.code}` : one.code}
      />
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 215,
    render: (one) => (
      <TwoLines
        first={<StatePill catalog="ticket" state={one.state} />}
        second={one.turn ? WAITS_FOR[one.turn] : ''}
      />
    ),
  },
  {
    key: 'solve_due',
    title: 'Vence',
    sortable: true,
    width: 215,
    render: (one) => <DeadlineText one={one} />,
  },
  { key: 'priority_id', title: 'Prioridad', sortable: true, width: 110, render: (one) => one.priority.name },
  {
    key: 'lugar',
    title: 'Lugar',
    width: 200,
    render: (one) => <TwoLines first={placeOf(one)} second={one.contact ?? one.project?.name ?? ''} />,
  },
  {
    key: 'departamento',
    title: 'Departamento',
    width: 190,
    render: (one) => <TwoLines first={one.department.name} second={one.category.name} />,
  },
  {
    key: 'asignado',
    title: 'Asignado a',
    width: 170,
    render: (one) => one.assignee?.name ?? 'Nadie todavía',
  },
  { key: 'creado', title: 'Abierto', width: 150, render: (one) => <DateText instant={one.created_at} /> },
];
