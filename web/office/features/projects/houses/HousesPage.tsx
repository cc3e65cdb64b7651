import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { listHouses } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { EditHouseDrawer, NewHouseDrawer } from './HouseDrawers.tsx';
import type { HousesSearch } from './housesSearch.ts';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const columns: ColumnOf<typeof listHouses>[] = [
  {
    key: 'name',
    title: 'Vivienda',
    sortable: true,
    width: 260,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.name}
        </Text>
        <Text size="xs" c="dimmed">
          {one.project.name}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'lote',
    title: 'Lote',
    width: 110,
    render: (one) => <span className="figures">{one.lot.lote}</span>,
  },
  { key: 'modelo', title: 'Modelo', width: 180, render: (one) => one.model.name },
  {
    key: 'progress_percent',
    title: 'Avance',
    sortable: true,
    width: 170,
    render: (one) => (
      <Group gap={8} wrap="nowrap">
        <Progress value={one.progress_percent} w={72} size="sm" aria-hidden />
        <Text size="xs" className="figures">
          {Math.round(one.progress_percent)} %
        </Text>
      </Group>
    ),
  },
  { key: 'entrega', title: 'Entrega', width: 130, render: (one) => <DateText day={one.delivery_on} /> },
];

/** Houses, built or under construction, with their lots. */
export function HousesPage({ search }: { search: HousesSearch }) {
  const patch = usePatchSearch();
  const mayEdit = useCan('proyectos.editar');
  const creating = useDrawer('nuevo');
  const navigate = useNavigate();
  const { vivienda } = search;
  const list = useList(listHouses, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const open = list.rows.find((one) => one.id === vivienda);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nueva vivienda
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Viviendas"
        count={list.total}
        actions={
          mayEdit ? (
            <>
              <Button
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
                onClick={() => void navigate({ to: '/oficina/importar', search: { tipo: 'houses' } })}
              >
                Importar
              </Button>
              {add}
            </>
          ) : null
        }
      />
      <DataTable
        id="viviendas"
        caption="Viviendas"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={mayEdit ? { show: (one) => patch({ vivienda: one.id }) } : null}
        searchLabel="Nombre de la vivienda"
        empty={
          <EmptyState
            title="Aún no hay viviendas"
            text="Se registran cuando empieza la obra de un lote: desde entonces el lote es de ese modelo."
            action={mayEdit ? add : null}
          />
        }
      />
      {mayEdit && creating.opened && (
        <NewHouseDrawer projectId={search.proyecto_id} onClose={creating.close} />
      )}
      {open && mayEdit && (
        <EditHouseDrawer
          key={open.id}
          house={open}
          reload={async () =>
            (await list.query.refetch()).data?.data.find(({ id }) => id === open.id) ?? open
          }
          onClose={() => patch({ vivienda: undefined })}
        />
      )}
    </>
  );
}
