import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconColumns3 } from '@tabler/icons-react';

interface ColumnMenuProps {
  columns: { key: string; title: string; shown: boolean }[];
  onToggle: (key: string) => void;
  onReset: () => void;
}

/** Which columns are shown; remembered on this device. */
export function ColumnMenu({ columns, onToggle, onReset }: ColumnMenuProps) {
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label="Columnas">
          <ActionIcon variant="subtle" size="lg" aria-label="Columnas">
            <IconColumns3 size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((one) => (
          <Menu.Item
            key={one.key}
            role="menuitemcheckbox"
            aria-checked={one.shown}
            leftSection={
              <IconCheck size={14} aria-hidden style={one.shown ? {} : { visibility: 'hidden' }} />
            }
            onClick={() => onToggle(one.key)}
          >
            {one.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onReset}>Como al principio</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
