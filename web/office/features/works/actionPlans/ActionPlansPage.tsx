import { Stack, Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { listActionPlans } from '#contract/works/actionPlans/endpoints.ts';
import { PLAN_STANDINGS, PlanStanding } from '#contract/works/actionPlans/model.ts';
import { usualDays } from '#contract/works/actionPlans/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { ActionPlansSearch } from './actionPlansSearch.ts';
import { PLAN_TONES } from './planTones.ts';
import { useList } from '#web/office/lib/list.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';

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
    sortable: true,
    width: 110,
    align: 'right',
    render: (one) => <span className="figures">{one.area_m2.toLocaleString('es-PA')} m²</span>,
  },
  {
    key: 'activities',
    title: 'Actividades',
    sortable: true,
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
    key: 'number',
    title: 'Versión',
    width: 100,
    align: 'right',
    render: (one) => (one.number === null ? '—' : <span className="figures">{one.number}</span>),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 200,
    render: (one) => <StatePill tone={PLAN_TONES[one.standing]} label={PLAN_STANDINGS[one.standing]} />,
  },
];

/** The building plan of each model: activities in order, with working days. */
export function ActionPlansPage({ search }: { search: ActionPlansSearch }) {
  const mayEdit = useCan('proyectos.editar');
  const navigate = useNavigate();
  const list = useList(listActionPlans, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Planes de acción"
        count={list.total}
        text="Uno por modelo: las actividades de la vivienda, cuántos días hábiles toma cada una y a cuáles espera."
        actions={
          mayEdit && (
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/oficina/importar', search: { tipo: 'actionPlans' } })}
            >
              Importar
            </Button>
          )
        }
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
          {
            key: 'estado',
            label: 'Estado',
            kind: 'one',
            choices: PlanStanding.options.map((value) => ({ value, label: PLAN_STANDINGS[value] })),
          },
        ]}
        rowId={(one) => one.model_id}
        rowName={(one) => one.modelo}
        open={{
          link: (one) => linkOptions({ to: '/oficina/planes-de-accion/$id', params: { id: one.model_id } }),
        }}
        searchLabel="Modelo o proyecto"
        empty={
          <EmptyState
            title="Aún no hay modelos"
            text="El plan de acción es de un modelo: agrega uno en su proyecto, pestaña Modelos."
          />
        }
      />
    </>
  );
}
