import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { COMPLAINT_VIEWS, listComplaints, type ComplaintRow } from '#contract/legal/complaints/endpoints.ts';
import { COMPLAINT, COMPLAINT_KINDS } from '#contract/legal/complaints/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import type { Tone } from '#web/design/tokens.ts';
import { customerColumn } from '#web/office/features/sales/sale/customerColumn.tsx';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { ComplaintDrawer } from './ComplaintDrawer.tsx';
import type { ComplaintsSearch } from './complaintsSearch.ts';
import { NewComplaintDrawer } from './NewComplaintDrawer.tsx';

const TONES: Readonly<Record<number, Tone>> = {
  [COMPLAINT.filed]: 'attention',
  [COMPLAINT.asked]: 'attention',
  [COMPLAINT.extended]: 'attention',
  [COMPLAINT.answered]: 'progress',
  [COMPLAINT.won]: 'positive',
  [COMPLAINT.lost]: 'negative',
  [COMPLAINT.unsupported]: 'negative',
};
/** The state of a complaint. */
export const ComplaintState = ({ state }: Pick<ComplaintRow, 'state'>) => (
  <StatePill tone={TONES[state.id] ?? 'neutral'} label={state.name} />
);

/** "quedan 3 días hábiles". */
export function daysText({ days_left }: Pick<ComplaintRow, 'days_left'>): string {
  if (days_left === null) return '';
  if (days_left < 0) return `venció hace ${-days_left} días hábiles`;
  if (days_left === 0) return 'vence hoy';
  return days_left === 1 ? 'queda 1 día hábil' : `quedan ${days_left} días hábiles`;
}

const columns: ColumnOf<typeof listComplaints>[] = [
  customerColumn,
  {
    key: 'tipo',
    title: 'Qué reclama',
    width: 190,
    render: (one) => <TwoLines first={COMPLAINT_KINDS[one.kind]} second={one.number ?? 'Sin número'} />,
  },
  { key: 'estado', title: 'Estado', width: 190, render: (one) => <ComplaintState state={one.state} /> },
  {
    key: 'filed_on',
    title: 'Presentado',
    sortable: true,
    width: 120,
    render: (one) => <DateText day={one.filed_on} />,
  },
  {
    key: 'pedido',
    title: 'Documentos pedidos',
    width: 150,
    render: (one) => <DateText day={one.asked_on} />,
  },
  {
    key: 'due_on',
    title: 'Vence',
    sortable: true,
    width: 180,
    render: (one) => (
      <Stack gap={0}>
        <DateText day={one.due_on} />
        <Text size="xs" c="dimmed">
          {daysText(one)}
        </Text>
      </Stack>
    ),
  },
  { key: 'respondido', title: 'Respondido', width: 120, render: (one) => <DateText day={one.answered_on} /> },
  { key: 'proyecto', title: 'Proyecto', width: 170, render: (one) => one.project.name },
];

/** Complaints of buyers before ACODECO, with the clocks of the law. */
export function ComplaintsPage({ search }: { search: ComplaintsSearch }) {
  const patch = usePatchSearch();
  const creating = useDrawer('nuevo');
  const writes = useCan('legal.crear');
  const list = useList(listComplaints, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const { reclamo } = search;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nuevo reclamo
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Reclamos ACODECO"
        count={list.total}
        text="Reclamos de compradores y sus plazos en días hábiles. Lo que no se responde a tiempo cuenta como no sustentado."
        actions={writes && add}
      />
      <DataTable
        id="reclamos-acodeco"
        caption="Reclamos ACODECO"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(COMPLAINT_VIEWS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={[
          { label: 'Abiertos', search: { estado: 'abiertos' } },
          { label: 'Con plazo nuestro', search: { estado: 'en_plazo' } },
          { label: 'Cerrados', search: { estado: 'cerrados' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `Reclamo de ${one.name}`}
        open={{ show: (one) => patch({ reclamo: one.id }) }}
        searchLabel="Nombre, código o expediente"
        empty={
          <EmptyState
            title="No hay reclamos"
            text="Anota aquí el de un comprador ante ACODECO, y el sistema cuenta sus plazos."
            action={writes ? add : null}
          />
        }
      />
      {creating.opened && writes && <NewComplaintDrawer onClose={creating.close} />}
      {reclamo !== undefined && (
        <ComplaintDrawer
          key={reclamo}
          id={reclamo}
          beside={besideOf(list.rows, reclamo, (to) => patch({ reclamo: to }))}
          onClose={() => patch({ reclamo: undefined })}
        />
      )}
    </>
  );
}
