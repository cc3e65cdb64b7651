import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { permitStates, permitTypes } from '#contract/company/catalogs/permitLists.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listPlans } from '#contract/works/blueprints/endpoints.ts';
import { listPermitEntities, listPermits } from '#contract/works/permits/endpoints.ts';
import { PERMIT_STANDINGS, type PermitRow } from '#contract/works/permits/model.ts';
import { PERMIT_LEVELS } from '#contract/works/permits/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { PermitDrawer } from './PermitDrawer.tsx';
import { daysText, targetOf } from './permitText.ts';
import type { PermitsSearch } from './permitsSearch.ts';

const Detail = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
);

const columns: ColumnOf<typeof listPermits>[] = [
  {
    key: 'id',
    title: 'Trámite',
    sortable: true,
    width: 300,
    phone: 'heading',
    render: (one) => <TwoLines first={one.tipo.name} second={one.entidad} />,
  },
  {
    key: 'de',
    title: 'Para',
    width: 200,
    render: (one) => <TwoLines first={targetOf(one)} second={one.proyecto.name} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 160,
    render: (one) => (
      <Stack gap={2} align="flex-start">
        <StatePill catalog="permit" state={one.estado} />
        {one.espera > 0 && (
          <Detail>{one.espera === 1 ? 'espera 1 permiso' : `espera ${one.espera} permisos`}</Detail>
        )}
      </Stack>
    ),
  },
  { key: 'numero', title: 'Número', width: 140, render: (one) => one.numero ?? '—' },
  {
    key: 'ingreso',
    title: 'Ingreso',
    sortable: true,
    width: 120,
    render: (one) => <DateText day={one.ingreso} />,
  },
  {
    key: 'previsto',
    title: 'Previsto',
    sortable: true,
    width: 120,
    render: (one) => <DateText day={one.previsto} />,
  },
  { key: 'aprobacion', title: 'Aprobación', width: 120, render: (one) => <DateText day={one.aprobacion} /> },
  {
    key: 'vence',
    title: 'Vence',
    sortable: true,
    width: 150,
    render: (one) => (
      <Stack gap={0}>
        <DateText day={one.vence} />
        {daysText(one) && <Detail>{daysText(one)}</Detail>}
      </Stack>
    ),
  },
  {
    key: 'costo',
    title: 'Costo',
    width: 120,
    align: 'right',
    render: (one) => <MoneyText centavos={one.costo} />,
  },
];

/** All permits with their filters. */
export function PermitList({ search }: { search: PermitsSearch }) {
  const patch = usePatchSearch();
  const list = useList(listPermits, search);
  const filters = useFilters(search.proyecto_id);
  const { permiso } = search;
  return (
    <>
      <DataTable
        id="permisos"
        caption="Permisos"
        list={list}
        columns={columns}
        filters={filters}
        views={Object.entries(PERMIT_STANDINGS).map(([situacion, label]) => ({
          label,
          search: { situacion: situacion as keyof typeof PERMIT_STANDINGS },
        }))}
        rowId={(one) => one.id}
        rowName={(one: PermitRow) => `${one.tipo.name}, ${targetOf(one)}`}
        open={{ show: (one) => patch({ permiso: one.id }) }}
        searchLabel="Trámite, número, entidad, modelo o vivienda"
        empty={
          <EmptyState
            title="Aún no hay permisos"
            text="Empieza los trámites de un proyecto de una sola vez, o importa los que ya tienes."
          />
        }
      />
      {permiso !== undefined && (
        <PermitDrawer
          key={permiso}
          id={permiso}
          beside={besideOf(list.rows, permiso, (to) => patch({ permiso: to }))}
          onClose={() => patch({ permiso: undefined })}
        />
      )}
    </>
  );
}

/** The project filter needs permission to list projects. */
function useFilters(projectId: number | undefined): FilterOf<typeof listPermits>[] {
  const seesProjects = useCan('proyectos.ver');
  const projects = useOptions({ ...queryOf(listProjectOptions, {}), enabled: seesProjects });
  const plans = useOptions(
    queryOf(listPlans, { query: { per_page: 200, ...(projectId && { proyecto_id: projectId }) } }),
  );
  const types = useOptions(queryOf(permitTypes.list, {}));
  const states = useOptions(queryOf(permitStates.list, {}));
  const { data: entities } = useQuery(queryOf(listPermitEntities));
  const choices = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return [
    ...(seesProjects
      ? [
          {
            key: 'proyecto_id' as const,
            label: 'Proyecto',
            kind: 'one' as const,
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]
      : []),
    {
      key: 'modelo_id',
      label: 'Modelo',
      kind: 'one',
      choices: plans.map(({ id, modelo }) => ({ value: id, label: modelo })),
    },
    { key: 'estado_id', label: 'Estado', kind: 'one', choices: choices(states) },
    { key: 'tipo_id', label: 'Trámite', kind: 'one', choices: choices(types) },
    {
      key: 'entidad',
      label: 'Entidad',
      kind: 'one',
      choices: (entities?.data ?? []).map((one) => ({ value: one, label: one })),
    },
    {
      key: 'nivel',
      label: 'Para',
      kind: 'one',
      choices: Object.entries(PERMIT_LEVELS).map(([value, label]) => ({ value, label })),
    },
  ];
}
