import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { listTeams, listTickets } from '#contract/care/tickets/endpoints.ts';
import { TICKET_VIEWS, type TicketView } from '#contract/care/tickets/model.ts';
import { departments, priorities, ticketStatus } from '#contract/company/catalogs/ticketLists.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useIdOptions } from '#web/office/lib/formLists.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ListOrBoard } from '#web/office/ui/table/ListOrBoard.tsx';
import type { FilterOf } from '#web/office/ui/table/types.ts';
import { NewTicketDrawer } from './NewTicketDrawer.tsx';
import { ticketColumns } from './ticketColumns.tsx';
import type { TicketsSearch } from './ticketsSearch.ts';

// Lazy, because it brings the drag-and-drop library.
const TicketBoard = lazy(() => import('./TicketBoard.tsx').then((file) => ({ default: file.TicketBoard })));

const VIEWS = (Object.keys(TICKET_VIEWS) as TicketView[]).map((cola) => ({
  label: TICKET_VIEWS[cola],
  search: { cola },
}));

/** Tickets as a list, by whose turn it is, or as a board by state. */
export function TicketsPage({ search }: { search: TicketsSearch }) {
  const patch = usePatchSearch();
  const mayCreate = useCan('tickets.crear');
  const { ver, nuevo } = search;
  const list = useList(listTickets, search, { enabled: ver !== 'tablero' });
  const filters = useTicketFilters();
  const add = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => patch({ nuevo: '1' })}>
      Nuevo ticket
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Tickets"
        count={ver ? null : list.total}
        actions={
          <>
            <ListOrBoard ver={ver} />
            {add}
          </>
        }
      />
      {ver === 'tablero' ? (
        <Suspense fallback={<PendingPage />}>
          <TicketBoard search={search} filters={filters} onSearch={patch} />
        </Suspense>
      ) : (
        <DataTable
          id="tickets"
          caption="Tickets"
          list={list}
          columns={ticketColumns}
          filters={filters}
          views={VIEWS}
          rowId={(one) => one.id}
          rowName={(one) => one.code}
          open={{ link: (one) => linkOptions({ to: '/oficina/tickets/$id', params: { id: one.id } }) }}
          searchLabel="Número, título, casa o contacto"
          empty={
            <EmptyState
              title="No hay tickets"
              text="Abre uno por lo que pide un cliente, quien vive en la casa o un área común."
              action={add || null}
            />
          }
        />
      )}
      {nuevo && mayCreate && <NewTicketDrawer onClose={() => patch({ nuevo: undefined })} />}
    </>
  );
}

function useTicketFilters(): FilterOf<typeof listTickets>[] {
  const states = useOptions(queryOf(ticketStatus.list, {}));
  const teams = useOptions(queryOf(listTeams));
  const areas = useOptions(queryOf(departments.list, {}));
  const levels = useOptions(queryOf(priorities.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const categories = useIdOptions('ticket_categories');
  const people = new Map(teams.flatMap(({ members }) => members).map(({ id, name }) => [id, name]));
  const named = (list: readonly { id: number; nombre: string }[]) =>
    list.map(({ id, nombre }) => ({ value: id, label: nombre }));
  return [
    {
      key: 'cola',
      label: 'Vista',
      kind: 'one',
      choices: Object.entries(TICKET_VIEWS).map(([value, label]) => ({ value, label })),
    },
    { key: 'estado_id', label: 'Estado', kind: 'one', choices: named(states) },
    { key: 'departamento_id', label: 'Departamento', kind: 'one', choices: named(areas) },
    { key: 'categoria_id', label: 'Categoría', kind: 'one', choices: categories },
    { key: 'prioridad_id', label: 'Prioridad', kind: 'one', choices: named(levels) },
    {
      key: 'asignado_id',
      label: 'Asignado a',
      kind: 'one',
      choices: [{ value: 0, label: 'Nadie' }, ...[...people].map(([value, label]) => ({ value, label }))],
    },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
  ];
}
