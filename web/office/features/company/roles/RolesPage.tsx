import { Badge, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import type { RoleSummary } from '#contract/company/roles/roles.ts';
import { listRoles } from '#contract/company/roles/rolesEndpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { Column, Filter } from '#web/office/ui/table/types.ts';
import { NewRoleDrawer } from './NewRoleDrawer.tsx';
import type { RolesSearch } from './rolesSearch.ts';

const figure = (value: number) => <span className="figures">{value}</span>;

const columns: Column<RoleSummary>[] = [
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

const filters: Filter[] = [{ key: 'archivados', label: 'Con los archivados', kind: 'flag' }];

/** Every role, with how many people have it and how much it allows. */
export function RolesPage({ search }: { search: RolesSearch }) {
  const mayCreate = useCan('administracion.crear');
  const [creating, { open, close }] = useDisclosure(false);
  const query = useQuery(queryOf(listRoles, {}));
  const said = search.q?.trim().toLocaleLowerCase('es');
  const active = query.data?.data.filter((one) => one.archived_at === null);
  const found = (search.archivados ? query.data?.data : active)?.filter(
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
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
              Nuevo rol
            </Button>
          ) : null
        }
      />
      <DataTable
        id="roles"
        caption="Roles"
        query={{ ...query, data: found && { data: found } }}
        columns={columns}
        filters={filters}
        rowId={(one) => one.id}
        rowName={(one) => one.display_name}
        open={{ href: (one) => `/oficina/roles/${one.id}` }}
        search={search}
        onSearch={usePatchSearch()}
        searchLabel="Nombre del rol"
        exporting={{ list: listRoles, query: { archivados: search.archivados ? '1' : '0' } }}
        empty={<EmptyState title="No hay roles" text="Aparecen cuando arranca el servidor." />}
      />
      {creating && <NewRoleDrawer copyOf={null} onClose={close} />}
    </>
  );
}
