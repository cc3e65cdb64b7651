import { Stack, Text } from '@mantine/core';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listInspectors } from '#contract/company/users/lists.endpoints.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { InspectorsSearch } from './usersSearch.ts';
import { UserStatePill } from './UserStatePill.tsx';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listInspectors>[] = [
  {
    key: 'name',
    title: 'Inspector',
    sortable: true,
    width: 260,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.name}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {one.email}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 200,
    render: (one) => <UserStatePill state={one.state} awayTo={one.away_to} />,
  },
  {
    key: 'proyectos',
    title: 'Proyectos',
    width: 320,
    render: (one) => one.projects.map(({ name }) => name).join(', ') || 'Ninguno',
  },
  {
    key: 'celular',
    title: 'Celular',
    width: 160,
    render: (one) => <span className="figures">{one.phone ? showPhone(one.phone) : '—'}</span>,
  },
];

/** Inspectors and their projects. */
export function InspectorsPage({ search }: { search: InspectorsSearch }) {
  const list = useList(listInspectors, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Inspectores"
        count={list.total}
        text="Usuarios de tipo Inspector, o con ese rol. Inspeccionan en los proyectos de sus equipos."
      />
      <DataTable
        id="inspectores"
        caption="Inspectores"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: Number(id), label: text })),
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{ link: (one) => linkOptions({ to: '/oficina/usuarios/$id', params: { id: one.id } }) }}
        searchLabel="Nombre o correo"
        empty={
          <EmptyState
            title="Aún no hay inspectores"
            text="Invita a una persona con el tipo o el rol de inspector."
            action={<PageLink to="/oficina/usuarios">Ir a Usuarios</PageLink>}
          />
        }
      />
    </>
  );
}
