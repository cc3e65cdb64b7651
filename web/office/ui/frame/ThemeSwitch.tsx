import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useScheme, type Scheme } from '../../lib/scheme.ts';

const CHOICES: { scheme: Scheme; label: string; icon: typeof IconSun }[] = [
  { scheme: 'light', label: 'Claro', icon: IconSun },
  { scheme: 'dark', label: 'Oscuro', icon: IconMoon },
  { scheme: 'auto', label: 'Como el sistema', icon: IconDeviceDesktop },
];

/** Light, dark, or as the system. */
export function ThemeSwitch() {
  const [scheme, choose] = useScheme();
  const Current = CHOICES.find((one) => one.scheme === scheme)?.icon ?? IconSun;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Tema de colores">
          <Current size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ scheme: one, label, icon: Icon }) => (
          <Menu.Item
            key={one}
            role="menuitemradio"
            aria-checked={scheme === one}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={scheme === one ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => choose(one)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
