import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { materialRequestStates } from '#contract/company/catalogs/worksLists.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listRequests } from '#contract/works/purchasing/endpoints.ts';
import { REQUEST_STATE } from '#contract/works/purchasing/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { ListOrBoard } from '#web/office/ui/table/ListOrBoard.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import { useSeesPrices } from '../materials/useBuys.ts';
import type { RequestsSearch } from './purchasingSearch.ts';
import { RequestForm } from './RequestForm.tsx';

// Lazy, because it brings the drag-and-drop library.
const RequestBoard = lazy(() =>
  import('./RequestBoard.tsx').then((file) => ({ default: file.RequestBoard })),
);

const columns: ColumnOf<typeof listRequests>[] = [
  {
    key: 'solicitud',
    title: 'Solicitud',
    width: 260,
    phone: 'heading',
    render: (row) => (
      <TwoLines
        first={row.code}
        second={`${row.project.name} · ${row.lines_count} ${row.lines_count === 1 ? 'material' : 'materiales'}`}
      />
    ),
  },
  {
    key: 'vivienda',
    title: 'Vivienda',
    width: 140,
    render: (row) =>
      row.house?.name ?? (
        <Text c="dimmed" size="sm">
          Todo el proyecto
        </Text>
      ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 240,
    render: (row) => (
      <Group gap={6} wrap="nowrap">
        <StatePill catalog="materialRequest" state={row.state} />
        {row.over_budget && (
          <Badge variant="light" color="yellow" tt="none">
            Sobre el presupuesto
          </Badge>
        )}
      </Group>
    ),
  },
  { key: 'para', title: 'Hace falta el', width: 120, render: (row) => <DateText day={row.needed_on} /> },
  { key: 'pide', title: 'La pide', width: 170, render: (row) => row.asked_by ?? '' },
];
const amounts: ColumnOf<typeof listRequests>[] = [
  { key: 'estimado', title: 'Estimado', width: 130, money: (row) => row.estimate_centavos },
];

/** Material requests, from the site to the count of what arrived: as a list, or as a board by state. */
export function RequestsPage({ search }: { search: RequestsSearch }) {
  const navigate = useNavigate();
  const patch = usePatchSearch();
  const { ver } = search;
  const mayAsk = useCan('materiales.crear');
  const sees = useSeesPrices();
  const creating = useDrawer('nueva');
  const list = useList(listRequests, search, { enabled: ver !== 'tablero' });
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const states = useOptions(queryOf(materialRequestStates.list, {}));
  const filters: FilterOf<typeof listRequests>[] = [
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
    {
      key: 'estado_id',
      label: 'Estado',
      kind: 'one',
      choices: states.map(({ id, nombre }) => ({ value: id, label: nombre })),
    },
  ];
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Pedir materiales
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Materiales"
        count={ver ? null : list.total}
        actions={
          <>
            <ListOrBoard ver={ver} />
            {mayAsk && add}
          </>
        }
      />
      {ver === 'tablero' ? (
        <Suspense fallback={<PendingPage />}>
          <RequestBoard search={search} filters={filters} onSearch={patch} />
        </Suspense>
      ) : (
        <DataTable
          id="solicitudes-de-materiales"
          caption="Solicitudes de materiales"
          list={list}
          columns={sees ? [...columns, ...amounts] : columns}
          filters={filters}
          views={[
            { label: 'Por aprobar', search: { estado_id: REQUEST_STATE.requested } },
            { label: 'Por cotizar', search: { estado_id: REQUEST_STATE.approved } },
            { label: 'En cotización', search: { estado_id: REQUEST_STATE.quoting } },
            { label: 'Por llegar', search: { estado_id: REQUEST_STATE.sent } },
          ]}
          rowId={(row) => row.id}
          rowName={(row) => row.code}
          open={{ link: (row) => linkOptions({ to: '/oficina/materiales/$id', params: { id: row.id } }) }}
          searchLabel="Número o vivienda"
          empty={
            <EmptyState
              title="Aún no hay solicitudes"
              text="Pide los materiales de una vivienda: al aprobarlos se compara con lo que lleva su modelo."
              action={mayAsk ? add : null}
            />
          }
        />
      )}
      {creating.opened && mayAsk && (
        <RequestForm
          request={null}
          projectId={search.proyecto_id}
          onClose={creating.close}
          onMade={(id) => void navigate({ to: '/oficina/materiales/$id', params: { id } })}
        />
      )}
    </>
  );
}
