import { REPORTED_STATES, SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { Stack, Text } from '@mantine/core';
import { paymentStatus, paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { listPayments, sumPayments } from '#contract/money/verification/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { customerColumn } from '#web/office/features/sales/sale/customerColumn.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { PaymentDrawer } from './PaymentDrawer.tsx';
import { PaymentState } from './PaymentState.tsx';
import type { PaymentsSearch } from './paymentsSearch.ts';
import { useList, useSums } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listPayments>[] = [
  { ...customerColumn, sortable: true },
  {
    key: 'concepto',
    title: 'Concepto',
    width: 170,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{one.type.name}</Text>
        {one.concept && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {one.concept}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 150,
    render: (one) => <PaymentState {...one} />,
  },
  {
    key: 'monto',
    title: 'Dice que pagó',
    width: 140,
    money: (one) => one.reported_centavos,
    sum: true,
  },
  {
    key: 'debe',
    title: 'Se debe',
    width: 130,
    money: (one) => one.owed_centavos,
    sum: true,
  },
  {
    key: 'recibido',
    title: 'Recibido',
    width: 130,
    money: (one) => one.received_centavos,
    sum: true,
  },
  {
    key: 'reported_at',
    title: 'Reportado',
    sortable: true,
    width: 160,
    render: (one) => <DateText instant={one.reported_at} />,
  },
  {
    key: 'due_at',
    title: 'Vence',
    sortable: true,
    width: 160,
    render: (one) => <DateText instant={one.due_at} />,
  },
  {
    key: 'banco_dia',
    title: 'Fecha del banco',
    width: 160,
    render: (one) => <DateText day={one.bank_date} />,
  },
  {
    key: 'confirmado',
    title: 'Confirmado',
    width: 160,
    render: (one) => <DateText instant={one.confirmed_at} />,
  },
  { key: 'proyecto', title: 'Proyecto', width: 190, render: (one) => one.project.name },
  {
    key: 'recibo',
    title: 'Recibo',
    width: 110,
    render: (one) => <span className="figures">{one.receipt ?? '—'}</span>,
  },
];

/** Customers' payments: those that wait for accounting first, oldest on top. */
export function PaymentsPage({ search }: { search: PaymentsSearch }) {
  const patch = usePatchSearch();
  const { pago } = search;
  const list = useList(listPayments, search);
  const sums = useSums(sumPayments, list);
  const states = useOptions(queryOf(paymentStatus.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const types = useOptions(queryOf(paymentTypes.list, {}));
  return (
    <>
      <PageHeader
        title="Pagos de clientes"
        count={list.total}
        actions={<PageLink to="/oficina/pagos-en-linea">Pagos en línea</PageLink>}
      />
      <DataTable
        id="pagos"
        caption="Pagos de clientes"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'many',
            choices: states.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'tipo_id',
            label: 'Concepto',
            kind: 'many',
            choices: types.map(({ id, name }) => ({ value: id, label: name })),
          },
          { key: 'vence_desde', label: 'Vence desde', kind: 'day' },
          { key: 'vence_hasta', label: 'Vence hasta', kind: 'day' },
          {
            key: 'alerta',
            label: 'Aviso',
            kind: 'one',
            choices: [
              { value: 'cobrar', label: 'Por cobrar' },
              { value: 'mora', label: 'En mora' },
              { value: 'reversar', label: 'Por reversar' },
            ],
          },
        ]}
        views={[
          { label: 'Por verificar', search: { estado_id: [...REPORTED_STATES] } },
          {
            label: 'Por cobrar',
            search: { alerta: 'cobrar', order_column: 'due_at', order_type: 'asc' },
          },
          { label: 'En mora', search: { alerta: 'mora', order_column: 'due_at', order_type: 'asc' } },
          { label: 'Por reversar', search: { alerta: 'reversar' } },
          {
            label: 'Confirmados',
            search: { estado_id: [...SETTLED_STATES], order_column: 'id', order_type: 'desc' },
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.type.name} de ${one.name}`}
        open={{ show: (one) => patch({ pago: one.id }) }}
        searchLabel="Nombre, código, cédula o referencia"
        empty={<EmptyState title="Aún no hay pagos" text="Aparecen aquí cuando se recibe un pre-contrato." />}
      />
      {pago !== undefined && (
        <PaymentDrawer
          id={pago}
          onClose={() => patch({ pago: undefined })}

          beside={besideOf(list.rows, pago, (id) => patch({ pago: id }))}
        />
      )}
    </>
  );
}
