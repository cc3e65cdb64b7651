import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { showDay, showInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import {
  changeDepositStatus,
  findDeposit,
  listDeposits,
  sumDeposits,
} from '#contract/money/onlineDeposits/endpoints.ts';
import { DEPOSIT_STATE, DEPOSIT_STATES, WAYS } from '#contract/money/onlineDeposits/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { useList, useSums } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { besideOf, RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { DepositsSearch } from './depositsSearch.ts';
import { SettleDepositsDrawer } from './SettleDepositsDrawer.tsx';

const columns: ColumnOf<typeof listDeposits>[] = [
  {
    key: 'cliente',
    title: 'Cliente',
    width: 240,
    phone: 'heading',
    render: (row) => <TwoLines first={row.customer} second={`${row.sale.name} · ${row.project.name}`} />,
  },
  {
    key: 'concepto',
    title: 'Concepto',
    width: 190,
    render: (row) => <TwoLines first={row.payment.name} second={row.reference} />,
  },
  { key: 'via', title: 'Vía', width: 100, render: (row) => WAYS[row.way] },
  {
    key: 'estado',
    title: 'Estado',
    width: 210,
    render: (row) => <StatePill catalog="onlineDeposit" state={row.state} />,
  },
  { key: 'fecha', title: 'Fecha', width: 170, render: (row) => showInstant(new Date(row.created_at)) },
  { key: 'monto', title: 'Monto', width: 130, money: (row) => row.cents, sum: true },
  { key: 'comision', title: 'Comisión', width: 120, money: (row) => row.fee_centavos, sum: true },
];

/** What customers pay by Yappy and by card, and how each try went. */
export function DepositsPage({ search }: { search: DepositsSearch }) {
  const settles = useCan('pagos.aprobar');
  const settling = useDrawer('liquidar');
  const patch = usePatchSearch();
  const list = useList(listDeposits, search);
  const sums = useSums(sumDeposits, list);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Pagos en línea"
        count={list.total}
        actions={settles ? <Button onClick={() => settling.open()}>Liquidar con el extracto</Button> : null}
      />
      <DataTable
        id="pagos-en-linea"
        caption="Pagos en línea"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(DEPOSIT_STATES).map(([id, label]) => ({ value: Number(id), label })),
          },
          {
            key: 'via',
            label: 'Vía',
            kind: 'one',
            choices: Object.entries(WAYS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={[
          { label: 'Por revisar', search: { estado_id: DEPOSIT_STATE.review } },
          { label: 'Devueltos', search: { estado_id: DEPOSIT_STATE.returned } },
          { label: 'Por liquidar', search: { por_liquidar: 1 } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => `${row.reference} de ${row.customer}`}
        open={{ show: ({ id }) => patch({ pago: id }) }}
        searchLabel="Cliente, venta o referencia"
        empty={
          <EmptyState
            title="Aún no hay pagos en línea"
            text="Los clientes los ven en su compra cuando el administrador del sistema configura Yappy o las tarjetas."
          />
        }
      />
      {settling.opened && <SettleDepositsDrawer onClose={settling.close} />}
      {search.pago !== undefined && (
        <OneDeposit
          id={search.pago}
          onClose={() => patch({ pago: undefined })}
          beside={besideOf(list.rows, search.pago, (id) => patch({ pago: id }))}
        />
      )}
    </>
  );
}

function OneDeposit({ id, onClose, beside }: { id: number; onClose: () => void; beside: Beside }) {
  const query = useQuery(queryOf(findDeposit, { params: { id } }));
  const comments = useComments('pago_en_linea', id);
  const deposit = query.data?.data;
  const steps = useTransitions({
    offers: deposit?.transitions,
    status: changeDepositStatus,
    version: deposit?.version,
    danger: [],
  });
  return (
    <RecordDrawer
      title={deposit ? `${WAYS[deposit.way]} ${deposit.reference}` : 'Pago en línea'}
      onClose={onClose}
      record={deposit}
      of={['pago_en_linea', id]}
      error={query.error}
      beside={beside}
    >
      {(one) => (
        <Stack gap="md">
          <Group gap="xs">
            <StatePill catalog="onlineDeposit" state={one.state} />
            {steps.map(({ key, label, whyNot, onRun }) => (
              <ReasonedButton key={key} size="compact-md" whyNot={whyNot} onClick={onRun}>
                {label}
              </ReasonedButton>
            ))}
          </Group>
          {one.remark && (
            <Alert color="yellow" variant="light" title="Qué pasó">
              {one.remark}
            </Alert>
          )}
          <Facts
            rows={[
              ['Cliente', one.customer],
              ['Venta', one.sale.name],
              ['Proyecto', one.project.name],
              ['Monto', formatMoney(one.cents)],
              ['Comisión', one.fee_centavos === 0 ? null : formatMoney(one.fee_centavos)],
              ['Empezó', showInstant(new Date(one.created_at))],
              ['Pagado', one.paid_at && showInstant(new Date(one.paid_at))],
              ['En el proveedor', one.provider_reference],
              ['Liquidado el', one.settled_on && showDay(one.settled_on)],
            ]}
          />
          <PageLink {...linkOptions({ to: '/oficina/pagos', search: { pago: one.payment.id } })}>
            Ver el pago: {one.payment.name}
          </PageLink>
          <RecordTasks reference="pago_en_linea" id={id} />
          <RecordFiles reference="pago_en_linea" id={id} />
          <ActivityStream
            {...comments}
            items={[...stateItems(one.history), ...(comments.items ?? [])].toSorted((a, b) =>
              b.at.localeCompare(a.at),
            )}
          />
        </Stack>
      )}
    </RecordDrawer>
  );
}
