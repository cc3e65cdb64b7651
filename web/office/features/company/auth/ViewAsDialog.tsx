import { Button, Group, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { listUsers } from '#contract/company/users/endpoints.ts';
import { CUSTOMER_ROLE } from '#contract/company/roles/roles.ts';
import { listRoles } from '#contract/company/roles/rolesEndpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useUser } from '#web/office/lib/session.ts';
import { useBeginViewAs, useMayLookAs } from './viewAs.api.ts';

/** The "view as" dialog of the user menu; null without the permission. */
export function useViewAsDialog(): { open: () => void; dialog: ReactNode } | null {
  const may = useMayLookAs();
  const [opened, { open, close }] = useDisclosure(false);
  return may ? { open, dialog: opened && <ViewAsDialog onClose={close} /> } : null;
}

type Kind = 'role' | 'user';

function ViewAsDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('role');
  const [chosen, setChosen] = useState<string | null>(null);
  const begin = useBeginViewAs();
  const start = () => {
    const id = Number(chosen);
    begin.mutate(kind === 'role' ? { role_id: id } : { user_id: id });
  };
  return (
    <Modal opened onClose={onClose} title="Ver como">
      <Stack gap="md">
        <Text size="sm">
          Ves lo que vería ese rol o esa persona, y nunca más de lo que tú puedes. Solo se mira; dura una hora
          y queda en la auditoría.
        </Text>
        <SegmentedControl
          aria-label="Ver como"
          value={kind}
          onChange={(value) => {
            setKind(value === 'user' ? 'user' : 'role');
            setChosen(null);
          }}
          data={[
            { value: 'role', label: 'Un rol' },
            { value: 'user', label: 'Una persona' },
          ]}
        />
        {kind === 'role' ? (
          <RoleSelect value={chosen} onChange={setChosen} />
        ) : (
          <PersonSelect value={chosen} onChange={setChosen} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button onClick={start} disabled={chosen === null} loading={begin.isPending}>
            Ver como
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface SelectProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

function RoleSelect({ value, onChange }: SelectProps) {
  const roles = useOptions(queryOf(listRoles, {}));
  const data = roles
    .filter(({ id, archived_at }) => id !== CUSTOMER_ROLE && archived_at === null)
    .map(({ id, display_name }) => ({ value: String(id), label: display_name }));
  return <Select label="Rol" searchable data={data} value={value} onChange={onChange} />;
}

/** Searches active users by name or mail. */
function PersonSelect({ value, onChange }: SelectProps) {
  const { id: self } = useUser();
  const [typed, setTyped] = useState('');
  const [said] = useDebouncedValue(typed, 250);
  const { data } = useQuery({
    ...queryOf(listUsers, {
      query: { q: said, estado: ['activo', 'ausente', 'invitado'], order_column: 'name', per_page: 20 },
    }),
    placeholderData: keepPreviousData,
  });
  const people = (data?.data ?? []).filter(({ id }) => id !== self);
  return (
    <Select
      label="Persona"
      placeholder="Nombre o correo"
      searchable
      data={people.map(({ id, name, roles }) => ({
        value: String(id),
        label: `${name} · ${roles.map((role) => role.display_name).join(', ')}`,
      }))}
      // The server has already filtered.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
    />
  );
}
