import { Badge, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listRoles } from '#contract/company/roles/rolesEndpoints.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import { NewRoleDrawer } from './NewRoleDrawer.tsx';
import type { RolesSearch } from './rolesSearch.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const figure = (value: number) => <span className="figures">{value}</span>;

const columns: ColumnOf<typeof listRoles>[] = [
  {
    key: 'display_name',
    title: 'Rol',
    width: 240,
    phone: 'heading',
    render: (one) => (
      <Text size="sm" fw={600} span>
        {one.display_name}
        {one.archived_at && (
          <Badge ml={8} variant="light" color="gray">
            Archivado
          </Badge>
        )}
      </Text>
    ),
  },
  { key: 'description', title: 'Para qué', width: 280, render: (one) => one.description || '—' },
  { key: 'people', title: 'Personas', align: 'right', width: 100, render: (one) => figure(one.people) },
  {
    key: 'permissions',
    title: 'Permisos',
    align: 'right',
    width: 100,
    render: (one) => figure(one.permissions),
  },
  {
    key: 'second_step',
    title: 'Segundo paso',
    width: 130,
    render: (one) => (one.requires_second_step ? 'Lo pide' : 'No lo pide'),
  },
  {
    key: 'seed',
    title: 'Origen',
    width: 130,
    render: (one) => (one.seed ? 'Del producto' : 'De la oficina'),
  },
];

const filters: FilterOf<typeof listRoles>[] = [
  { key: 'archivados', label: 'Con los archivados', kind: 'flag' },
];

/** All roles, with the number of users and permissions of each. */
export function RolesPage({ search }: { search: RolesSearch }) {
  const mayCreate = useCan('administracion.crear');
  const creating = useDrawer('nuevo');
  const list = useList(listRoles, search, { query: { archivados: undefined } });
  const said = search.q?.trim().toLocaleLowerCase('es');
  const all = list.query.data?.data;
  const active = all?.filter((one) => one.archived_at === null);
  const found = (search.archivados ? all : active)?.filter(
    (one) => !said || `${one.display_name} ${one.description}`.toLocaleLowerCase('es').includes(said),
  );
  return (
    <>
      <PageHeader
        title="Roles"
        count={active?.length ?? null}
        text="Qué puede hacer cada quien. Una persona con varios roles puede lo de todos."
        actions={
          mayCreate ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
              Nuevo rol
            </Button>
          ) : null
        }
      />
      <DataTable
        id="roles"
        caption="Roles"
        list={{ ...list, rows: found ?? [] }}
        columns={columns}
        filters={filters}
        rowId={(one) => one.id}
        rowName={(one) => one.display_name}
        open={{ link: (one) => linkOptions({ to: '/oficina/roles/$id', params: { id: one.id } }) }}
        searchLabel="Nombre del rol"
        empty={<EmptyState title="No hay roles" text="Aparecen cuando arranca el servidor." />}
      />
      {mayCreate && creating.opened && <NewRoleDrawer copyOf={null} onClose={creating.close} />}
    </>
  );
}
