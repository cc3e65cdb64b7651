import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';

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
          <Menu.CheckboxItem key={one.key} checked={one.shown} onChange={() => onToggle(one.key)}>
            {one.title}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onReset}>Como al principio</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
