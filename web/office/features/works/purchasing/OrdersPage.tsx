import { Badge, Group, Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listOrders, listSuppliers, sumOrders } from '#contract/works/purchasing/endpoints.ts';
import { ORDER_STATE, ORDER_STATES } from '#contract/works/purchasing/rules.ts';
import { useList, useSums } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { useBuys, useSeesPrices } from '../materials/useBuys.ts';
import { FieldLink } from './field/FieldLink.tsx';
import type { OrdersSearch } from './purchasingSearch.ts';

const columns: ColumnOf<typeof listOrders>[] = [
  {
    key: 'orden',
    title: 'Orden',
    width: 250,
    phone: 'heading',
    render: (row) => (
      <TwoLines first={row.code} second={[row.project.name, row.house?.name].filter(Boolean).join(' · ')} />
    ),
  },
  { key: 'proveedor', title: 'Proveedor', width: 220, render: (row) => row.supplier.name },
  {
    key: 'estado',
    title: 'Estado',
    width: 230,
    render: (row) => (
      <Group gap={6} wrap="nowrap">
        <StatePill catalog="purchaseOrder" state={row.state} />
        {row.late && (
          <Badge variant="light" color="red" tt="none">
            Atrasada
          </Badge>
        )}
      </Group>
    ),
  },
  { key: 'esperada', title: 'Se espera el', width: 120, render: (row) => <DateText day={row.expected_on} /> },
  {
    key: 'recibido',
    title: 'Recibido',
    width: 100,
    align: 'right',
    render: (row) => <Text size="sm">{row.received_percent} %</Text>,
  },
];
const amounts: ColumnOf<typeof listOrders>[] = [
  { key: 'total', title: 'Total', width: 130, money: (row) => row.total_centavos, sum: true },
];

/** Purchase orders of all sites. */
export function OrdersPage({ search }: { search: OrdersSearch }) {
  const sees = useSeesPrices();
  const buys = useBuys();
  const counts = useCan('materiales.editar');
  const list = useList(listOrders, search);
  const sums = useSums(sumOrders, list, sees);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const suppliers = useOptions(queryOf(listSuppliers, {}));
  return (
    <>
      <PageHeader
        title="Órdenes de compra"
        count={list.total}
        actions={counts ? <FieldLink quiet={buys} /> : null}
      />
      <DataTable
        id="ordenes-de-compra"
        caption="Órdenes de compra"
        list={list}
        {...(sees && { sums })}
        columns={sees ? [...columns, ...amounts] : columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'proveedor_id',
            label: 'Proveedor',
            kind: 'one',
            choices: suppliers.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(ORDER_STATES).map(([id, label]) => ({ value: Number(id), label })),
          },
        ]}
        views={[
          { label: 'Atrasadas', search: { tarde: 1 } },
          { label: 'Emitidas', search: { estado_id: ORDER_STATE.issued } },
          { label: 'Por contar', search: { estado_id: ORDER_STATE.sent } },
          { label: 'Recibidas en parte', search: { estado_id: ORDER_STATE.partlyReceived } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => row.code}
        open={{
          link: (row) => linkOptions({ to: '/oficina/ordenes-de-compra/$id', params: { id: row.id } }),
        }}
        searchLabel="Número o proveedor"
        empty={
          <EmptyState
            title="Aún no hay órdenes de compra"
            text="Se emiten en una solicitud aprobada, con la cotización que se elija."
          />
        }
      />
    </>
  );
}
