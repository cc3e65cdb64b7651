import { Text } from '@mantine/core';
import { listOrders, ORDER_VIEWS, type OrderView } from '#contract/care/ticketOrders/endpoints.ts';
import { ORDER_LABELS } from '#contract/care/ticketOrders/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { OrderFieldLink } from './field/OrderFieldLink.tsx';
import { OrderDrawer } from './OrderDrawer.tsx';
import type { OrdersSearch } from './ordersSearch.ts';

const columns: ColumnOf<typeof listOrders>[] = [
  {
    key: 'id',
    title: 'Orden',
    sortable: true,
    width: 240,
    render: (one) => <TwoLines first={one.what} second={one.code} />,
  },
  {
    key: 'ticket',
    title: 'Ticket',
    width: 200,
    render: (one) => <TwoLines first={one.ticket.title} second={one.ticket.code} />,
  },
  {
    key: 'lugar',
    title: 'Lugar',
    width: 160,
    render: (one) => <TwoLines first={one.place} second={one.project.name} />,
  },
  { key: 'contratista', title: 'Contratista', width: 170, render: (one) => one.contractor.name },
  {
    key: 'estado',
    title: 'Estado',
    width: 190,
    render: (one) => <StatePill catalog="workOrder" state={one.state} />,
  },
  {
    key: 'due_on',
    title: 'Vence',
    sortable: true,
    width: 115,
    render: (one) => (
      <Text size="sm" component="div" c={one.late ? 'var(--danger)' : undefined}>
        <DateText day={one.due_on} />
      </Text>
    ),
  },
  {
    key: 'creada',
    title: 'Ofrecida',
    width: 130,
    render: (one) => <DateText instant={one.created_at} dayOnly />,
  },
];

/** What contractors are asked to do for tickets: of a contractor the own ones. */
export function OrdersPage({ search }: { search: OrdersSearch }) {
  const patch = usePatchSearch();
  const list = useList(listOrders, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const { orden } = search;
  // Who opens no tickets is a contractor: the phone's page is for who does the work.
  const office = useCan('tickets.crear');
  return (
    <>
      <PageHeader
        title="Órdenes de trabajo"
        count={list.total}
        text="Lo que un contratista repara por un ticket: lo acepta, lo hace con fotografías y un colega lo verifica."
        actions={office ? null : <OrderFieldLink />}
      />
      <DataTable
        id="ordenes-de-trabajo"
        caption="Órdenes de trabajo"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(ORDER_LABELS).map(([value, label]) => ({ value: Number(value), label })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={(Object.keys(ORDER_VIEWS) as OrderView[]).map((grupo) => ({
          label: ORDER_VIEWS[grupo],
          search: { grupo },
        }))}
        rowId={(one) => one.id}
        rowName={(one) => `Orden ${one.code}`}
        open={{ show: (one) => patch({ orden: one.id }) }}
        searchLabel="Número, trabajo, vivienda o contratista"
        empty={
          <EmptyState
            title="No hay órdenes"
            text={
              office
                ? 'Se ofrecen en la página de un ticket, en «Órdenes y visitas».'
                : 'Las que te ofrezcan aparecen aquí.'
            }
            action={null}
          />
        }
      />
      {orden !== undefined && (
        <OrderDrawer
          key={orden}
          id={orden}
          beside={besideOf(list.rows, orden, (to) => patch({ orden: to }))}
          onClose={() => patch({ orden: undefined })}
        />
      )}
    </>
  );
}
