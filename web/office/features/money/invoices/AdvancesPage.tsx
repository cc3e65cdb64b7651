import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import {
  changeAdvanceStatus,
  findAdvance,
  listAdvances,
  listPayees,
} from '#contract/money/invoices/endpoints.ts';
import { ADVANCE_STATE, ADVANCE_STATES } from '#contract/money/invoices/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { besideOf, RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { AdvanceDrawer } from './AdvanceDrawer.tsx';
import type { AdvancesSearch } from './invoicesSearch.ts';

const columns: ColumnOf<typeof listAdvances>[] = [
  {
    key: 'anticipo',
    title: 'Anticipo',
    width: 260,
    phone: 'heading',
    render: (row) => <TwoLines first={row.code} second={row.reason} />,
  },
  {
    key: 'proveedor',
    title: 'Proveedor',
    width: 240,
    render: (row) => (
      <TwoLines first={row.supplier.name} second={row.order?.name ?? row.project?.name ?? ''} />
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 140,
    render: (row) => <StatePill catalog="advance" state={row.state} />,
  },
  { key: 'pagado', title: 'Pagado el', width: 125, render: (row) => <DateText day={row.paid_on} /> },
  { key: 'monto', title: 'Monto', width: 130, money: (row) => row.cents },
  { key: 'aplicado', title: 'Aplicado', width: 130, money: (row) => row.settled_centavos },
];

/** Advances to suppliers: approved here, paid in a batch, and applied on the page of an invoice. */
export function AdvancesPage({ search }: { search: AdvancesSearch }) {
  const asks = useCan('contabilidad.crear');
  const drawer = useDrawer('nuevo');
  const patch = usePatchSearch();
  const list = useList(listAdvances, search);
  const payees = useOptions(queryOf(listPayees, {}));
  return (
    <>
      <PageHeader
        title="Anticipos a proveedores"
        count={list.total}
        actions={asks ? <Button onClick={() => drawer.open()}>Pedir anticipo</Button> : null}
      />
      <DataTable
        id="anticipos-a-proveedores"
        caption="Anticipos a proveedores"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'proveedor_id',
            label: 'Proveedor',
            kind: 'one',
            choices: payees.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(ADVANCE_STATES).map(([id, label]) => ({ value: Number(id), label })),
          },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => `${row.code} de ${row.supplier.name}`}
        open={{ show: ({ id }) => patch({ anticipo: id }) }}
        empty={
          <EmptyState
            title="Aún no hay anticipos"
            text="Un anticipo se pide aquí, otra persona lo aprueba y se paga en un lote."
          />
        }
      />
      {drawer.opened && <AdvanceDrawer onClose={drawer.close} />}
      {search.anticipo !== undefined && (
        <OneAdvance
          id={search.anticipo}
          onClose={() => patch({ anticipo: undefined })}
          beside={besideOf(list.rows, search.anticipo, (id) => patch({ anticipo: id }))}
        />
      )}
    </>
  );
}

interface OneAdvanceProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

function OneAdvance({ id, onClose, beside }: OneAdvanceProps) {
  const query = useQuery(queryOf(findAdvance, { params: { id } }));
  const comments = useComments('anticipo_proveedor', id);
  const advance = query.data?.data;
  const steps = useTransitions({
    offers: advance?.transitions,
    status: changeAdvanceStatus,
    version: advance?.version,
    danger: [ADVANCE_STATE.rejected, ADVANCE_STATE.voided],
  });
  return (
    <RecordDrawer
      title={advance?.code ?? 'Anticipo'}
      onClose={onClose}
      record={advance}
      of={['anticipo_proveedor', id]}
      error={query.error}
      beside={beside}
    >
      {(one) => (
        <Stack gap="md">
          <Group gap="xs">
            <StatePill catalog="advance" state={one.state} />
            {steps.map(({ key, label, whyNot, onRun, danger }) => (
              <ReasonedButton
                key={key}
                size="compact-md"
                variant={danger ? 'subtle' : 'filled'}
                {...(danger && { color: 'red' })}
                whyNot={whyNot}
                onClick={onRun}
              >
                {label}
              </ReasonedButton>
            ))}
          </Group>
          <Facts
            rows={[
              ['Proveedor', one.supplier.name],
              ['Lo paga', one.company.name],
              ['Para qué', one.reason],
              ['Orden de compra', one.order?.name ?? null],
              ['Proyecto', one.project?.name ?? null],
              ['Monto', formatMoney(one.cents)],
              ['Aplicado a facturas', formatMoney(one.settled_centavos)],
              ['Pedido el', showDay(one.asked_on)],
              ['Pagado el', one.paid_on && showDay(one.paid_on)],
            ]}
          />
          <RecordTasks reference="anticipo_proveedor" id={id} />
          <RecordFiles reference="anticipo_proveedor" id={id} />
          <ActivityStream {...comments} />
        </Stack>
      )}
    </RecordDrawer>
  );
}
