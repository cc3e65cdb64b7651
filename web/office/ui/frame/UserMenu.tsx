import { Avatar, Indicator, Menu, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconDevices, IconEye, IconLogout, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { initialsOf } from '../../lib/format.ts';

interface UserMenuProps {
  user: { name: string; role: string };
  onViewAs: (() => void) | null;
  onSignOut: () => void;
  /** More items, below the user's own. */
  items: ReactNode;
  /** One of them has something new. */
  mark: boolean;
}

/** The user's own menu: profile, sessions, sign-out. */
export function UserMenu({ user, onViewAs, onSignOut, items, mark }: UserMenuProps) {
  return (
    <Menu width={240}>
      <Menu.Target>
        <UnstyledButton
          aria-label={`${initialsOf(user.name)}: tu cuenta, ${user.name}${mark ? ', con novedades' : ''}`}
          style={{ borderRadius: 999 }}
        >
          <Indicator disabled={!mark} size={10} offset={4} color="brand">
            <Avatar size={34} color="brand" variant="light" radius="xl" aria-hidden>
              {initialsOf(user.name)}
            </Avatar>
          </Indicator>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={500} c="var(--text)">
            {user.name}
          </Text>
          <Text size="xs">{user.role}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/oficina/perfil" leftSection={<IconUser size={16} aria-hidden />}>
          Perfil y seguridad
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/oficina/perfil"
          hash="sesiones"
          leftSection={<IconDevices size={16} aria-hidden />}
        >
          Sesiones abiertas
        </Menu.Item>
        {onViewAs && (
          <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={onViewAs}>
            Ver como…
          </Menu.Item>
        )}
        <Menu.Divider />
        {items}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={onSignOut}>
          Cerrar sesión
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
