import { ActionIcon, Menu } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useScheme, type Scheme } from '../../lib/scheme.ts';

const CHOICES: { scheme: Scheme; label: string; icon: typeof IconSun }[] = [
  { scheme: 'light', label: 'Claro', icon: IconSun },
  { scheme: 'dark', label: 'Oscuro', icon: IconMoon },
  { scheme: 'auto', label: 'Como el sistema', icon: IconDeviceDesktop },
];

/** Light, dark, or the system's colour scheme. */
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
        <Menu.Label>Tema de colores</Menu.Label>
        <Menu.RadioGroup value={scheme} onChange={(one) => choose(one as Scheme)}>
          {CHOICES.map(({ scheme: one, label }) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
