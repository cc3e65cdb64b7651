import { Text } from '@mantine/core';
import { listPunch } from '#contract/care/handover/endpoints.ts';
import { OPEN_PUNCH, PUNCH_LABELS, SEVERITIES } from '#contract/care/handover/rules.ts';
import { PARTS } from '#contract/care/covers/parts.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { PunchSearch } from './handoversSearch.ts';
import { PunchDrawer } from './PunchDrawer.tsx';

const columnsOf = (today: string): ColumnOf<typeof listPunch>[] => [
  {
    key: 'id',
    title: 'Pendiente',
    sortable: true,
    width: 280,
    render: (one) => <TwoLines first={one.text} second={`${one.room}: ${one.point}`} />,
  },
  {
    key: 'vivienda',
    title: 'Vivienda',
    width: 180,
    render: (one) => <TwoLines first={one.house.name} second={one.name} />,
  },
  { key: 'parte', title: 'Parte', width: 170, render: (one) => PARTS[one.part].label },
  { key: 'gravedad', title: 'Gravedad', width: 110, render: (one) => SEVERITIES[one.severity] },
  {
    key: 'contratista',
    title: 'Contratista',
    width: 180,
    render: (one) =>
      one.contract?.contractor ?? (
        <Text c="dimmed" size="sm">
          Sin asignar
        </Text>
      ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 200,
    render: (one) => <StatePill catalog="punch" state={one.state} />,
  },
  {
    key: 'due_on',
    title: 'Vence',
    sortable: true,
    width: 130,
    render: (one) => (
      <Text
        size="sm"
        component="div"
        c={OPEN_PUNCH.includes(one.state.id) && one.due_on < today ? 'var(--danger)' : undefined}
      >
        <DateText day={one.due_on} />
      </Text>
    ),
  },
];

/** Items of all punch lists, with their clock and who answers. */
export function PunchPage({ search }: { search: PunchSearch }) {
  const patch = usePatchSearch();
  const today = useToday();
  const list = useList(listPunch, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const { pendiente } = search;
  return (
    <>
      <PageHeader
        title="Pendientes de entrega"
        count={list.total}
        text="Lo que se observó al entregar: se corrige en 15 días y lo verifica el comprador o un colega."
        actions={null}
      />
      <DataTable
        id="pendientes-de-entrega"
        caption="Pendientes de entrega"
        list={list}
        columns={columnsOf(today)}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(PUNCH_LABELS).map(([value, label]) => ({ value: Number(value), label })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={[
          { label: 'Por corregir', search: { estado_id: 1 } },
          { label: 'Por verificar', search: { estado_id: 2 } },
          { label: 'Fuera de plazo', search: { tarde: 1 } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.house.name}, ${one.room}`}
        open={{ show: (one) => patch({ pendiente: one.id }) }}
        searchLabel="Nombre, vivienda o código"
        empty={
          <EmptyState
            title="No hay pendientes"
            text="Aparecen aquí al inspeccionar una vivienda con su comprador."
            action={null}
          />
        }
      />
      {pendiente !== undefined && (
        <PunchDrawer
          key={pendiente}
          id={pendiente}
          beside={besideOf(list.rows, pendiente, (to) => patch({ pendiente: to }))}
          onClose={() => patch({ pendiente: undefined })}
        />
      )}
    </>
  );
}
