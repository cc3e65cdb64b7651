import { Button, Group } from '@mantine/core';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { listBatches } from '#contract/money/paymentBatches/endpoints.ts';
import { BATCH_KINDS, BATCH_STATE, BATCH_STATES } from '#contract/money/paymentBatches/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { BatchDrawer } from './BatchDrawer.tsx';
import type { BatchesSearch } from './batchesSearch.ts';

const columns: ColumnOf<typeof listBatches>[] = [
  {
    key: 'lote',
    title: 'Lote',
    width: 180,
    phone: 'heading',
    render: (row) => <TwoLines first={row.code} second={BATCH_KINDS[row.kind]} />,
  },
  { key: 'cuenta', title: 'Sale de', width: 240, render: (row) => row.bank_account.name },
  {
    key: 'estado',
    title: 'Estado',
    width: 150,
    render: (row) => <StatePill catalog="paymentBatch" state={row.state} />,
  },
  {
    key: 'pay_on',
    title: 'Se paga el',
    width: 120,
    sortable: true,
    render: (row) => <DateText day={row.pay_on} />,
  },
  { key: 'confirmado', title: 'Pagado el', width: 120, render: (row) => <DateText day={row.confirmed_on} /> },
  {
    key: 'pagos',
    title: 'Pagos',
    width: 130,
    align: 'right',
    render: (row) =>
      row.returned > 0
        ? `${row.lines}, ${row.returned} ${row.returned === 1 ? 'devuelto' : 'devueltos'}`
        : row.lines,
  },
  { key: 'total', title: 'Total', width: 130, money: (row) => row.total_centavos, sum: true },
];

/** Batches of payments to suppliers and contractors. */
export function BatchesPage({ search }: { search: BatchesSearch }) {
  const prepares = useCan('contabilidad.crear');
  const navigate = useNavigate();
  const drawer = useDrawer('nuevo');
  const list = useList(listBatches, search);
  return (
    <>
      <PageHeader
        title="Pagos"
        count={list.total}
        actions={
          <Group gap="md">
            <PageLink to="/oficina/egresos/anticipos">Anticipos</PageLink>
            <PageLink to="/oficina/egresos/cuentas">Cuentas de proveedores</PageLink>
            <PageLink to="/oficina/egresos/formatos">Chequeras y formatos</PageLink>
            {prepares && <Button onClick={() => drawer.open()}>Preparar lote</Button>}
          </Group>
        }
      />
      <DataTable
        id="lotes-de-pago"
        caption="Lotes de pago"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(BATCH_STATES).map(([id, label]) => ({ value: Number(id), label })),
          },
          {
            key: 'tipo',
            label: 'Cómo',
            kind: 'one',
            choices: Object.entries(BATCH_KINDS).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[
          { label: 'Por aprobar', search: { estado_id: BATCH_STATE.prepared } },
          { label: 'Por enviar', search: { estado_id: BATCH_STATE.approved } },
          { label: 'Por confirmar', search: { estado_id: BATCH_STATE.sent } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => row.code}
        open={{ link: (row) => linkOptions({ to: '/oficina/egresos/$id', params: { id: row.id } }) }}
        empty={
          <EmptyState
            title="Aún no hay lotes de pago"
            text="Un lote junta facturas y cuentas aprobadas: otra persona lo aprueba, y el banco recibe su archivo."
          />
        }
      />
      {drawer.opened && (
        <BatchDrawer
          onClose={drawer.close}
          onMade={(id) => void navigate({ to: '/oficina/egresos/$id', params: { id } })}
        />
      )}
    </>
  );
}
