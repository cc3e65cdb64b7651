import { Stack, Text } from '@mantine/core';
import { listActionPlans, usualDays } from '#contract/projects/projects/actionPlans.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { OpenActionPlan } from './ActionPlanDrawer.tsx';
import type { ActionPlansSearch } from './actionPlansSearch.ts';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listActionPlans>[] = [
  {
    key: 'modelo',
    title: 'Modelo',
    sortable: true,
    width: 260,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.modelo}
        </Text>
        <Text size="xs" c="dimmed">
          {one.project.name}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'area_m2',
    title: 'Área',
    width: 110,
    align: 'right',
    render: (one) => <span className="figures">{one.area_m2.toLocaleString('es-PA')} m²</span>,
  },
  {
    key: 'activities',
    title: 'Actividades',
    width: 130,
    align: 'right',
    render: (one) => (one.id === null ? '—' : <span className="figures">{one.activities}</span>),
  },
  {
    key: 'days',
    title: 'Días hábiles',
    sortable: true,
    width: 140,
    align: 'right',
    render: (one) => (one.id === null ? '—' : <span className="figures">{one.days}</span>),
  },
  {
    key: 'usual',
    title: 'Lo usual',
    width: 150,
    align: 'right',
    render: (one) => {
      const { from, to } = usualDays(one.area_m2);
      return (
        <span className="figures">
          {from} a {to}
        </span>
      );
    },
  },
  {
    key: 'estado',
    exported: false,
    title: 'Estado',
    width: 140,
    render: (one) => (
      <StatePill
        tone={one.id === null ? 'attention' : 'positive'}
        label={one.id === null ? 'Sin plan' : 'Con plan'}
      />
    ),
  },
];

/** The building plan of each model: activities in order, with working days. */
export function ActionPlansPage({ search }: { search: ActionPlansSearch }) {
  const patch = usePatchSearch();
  const { modelo } = search;
  const list = useList(listActionPlans, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Planes de acción"
        count={list.total}
        text="Uno por modelo: las actividades de la vivienda en orden y cuántos días hábiles toma cada una."
      />
      <DataTable
        id="planes-de-accion"
        caption="Modelos con su plan de acción"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map((one) => ({ value: Number(one.id), label: one.text })),
          },
        ]}
        rowId={(one) => one.model_id}
        rowName={(one) => one.modelo}
        open={{ show: (one) => patch({ modelo: one.model_id }) }}
        searchLabel="Modelo o proyecto"
        empty={
          <EmptyState
            title="Aún no hay modelos"
            text="El plan de acción es de un modelo: agrega uno en su proyecto, pestaña Modelos."
          />
        }
      />
      {modelo !== undefined && (
        <OpenActionPlan
          modelId={modelo}
          onClose={() => patch({ modelo: undefined })}
          beside={besideOf(
            list.rows.map(({ model_id }) => ({ id: model_id })),
            modelo,
            (id) => patch({ modelo: id }),
          )}
        />
      )}
    </>
  );
}
