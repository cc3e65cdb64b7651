import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listUsers } from '#contract/company/users/endpoints.ts';
import { USER_STATE_LABELS, UserState } from '#contract/company/users/people.ts';
import { roleNames } from '#contract/company/roles/rolesEndpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import { NewUserDrawer } from './NewUserDrawer.tsx';
import { USER_TYPE_CHOICES } from './userForm.ts';
import type { UsersSearch } from './usersSearch.ts';
import { UserStatePill } from './UserStatePill.tsx';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const columns: ColumnOf<typeof listUsers>[] = [
  {
    key: 'name',
    title: 'Persona',
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
    key: 'roles',
    title: 'Roles',
    width: 230,
    render: (one) => one.roles.map(({ display_name }) => display_name).join(', ') || '—',
  },
  {
    key: 'tipo',
    title: 'Tipo',
    width: 190,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{one.user_type.name}</Text>
        {one.partner && (
          <Text size="xs" c="dimmed">
            {one.partner.name}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'rol_organizacional',
    title: 'Rol organizacional',
    width: 170,
    startsHidden: true,
    render: (one) => one.organizational_role?.name ?? '—',
  },
  {
    key: 'last_used_at',
    title: 'Último uso',
    sortable: true,
    width: 160,
    render: (one) => <DateText instant={one.last_used_at} />,
  },
  {
    key: 'created_at',
    title: 'Desde',
    sortable: true,
    width: 130,
    startsHidden: true,
    render: (one) => <DateText instant={one.created_at} dayOnly />,
  },
];

/** Everybody who signs in to the office, or did. */
export function UsersPage({ search }: { search: UsersSearch }) {
  const mayCreate = useCan('administracion.crear');
  const creating = useDrawer('nuevo');
  const list = useList(listUsers, search);
  const roles = useOptions(queryOf(roleNames, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const filters: FilterOf<typeof listUsers>[] = [
    {
      key: 'estado',
      label: 'Estado',
      kind: 'many',
      choices: UserState.options.map((value) => ({ value, label: USER_STATE_LABELS[value] })),
    },
    {
      key: 'rol_id',
      label: 'Rol',
      kind: 'one',
      choices: roles.map(({ id, display_name }) => ({ value: id, label: display_name })),
    },
    { key: 'tipo_id', label: 'Tipo', kind: 'one', choices: USER_TYPE_CHOICES },
    {
      key: 'proyecto_id',
      label: 'Equipo',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: Number(id), label: text })),
    },
  ];
  return (
    <>
      <PageHeader
        title="Usuarios"
        count={list.total}
        actions={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
              Invitar persona
            </Button>
          )
        }
      />
      <DataTable
        id="usuarios"
        caption="Usuarios"
        list={list}
        columns={columns}
        filters={filters}
        views={[
          { label: 'Activos', search: { estado: ['activo', 'ausente'] } },
          { label: 'Invitados', search: { estado: ['invitado'] } },
          { label: 'Ausentes', search: { estado: ['ausente'] } },
          { label: 'Desactivados', search: { estado: ['desactivado'] } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{ link: (one) => linkOptions({ to: '/oficina/usuarios/$id', params: { id: one.id } }) }}
        searchLabel="Nombre o correo"
        empty={
          <EmptyState
            title="Aún no hay usuarios"
            text="Invita a quienes trabajan contigo: reciben un correo para elegir su contraseña."
            action={mayCreate ? <Button onClick={() => creating.open()}>Invitar persona</Button> : null}
          />
        }
      />
      {mayCreate && creating.opened && <NewUserDrawer onClose={creating.close} />}
    </>
  );
}
