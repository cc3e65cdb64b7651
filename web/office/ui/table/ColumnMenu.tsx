import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import type { Density } from '#contract/company/userSettings/settings.ts';
import styles from './table.module.css';

interface ColumnMenuProps {
  /** All columns except the first, in order. */
  columns: { key: string; title: string; shown: boolean }[];
  density: Density;
  onToggle: (key: string) => void;
  /** Moves by one position: -1 before, 1 after. */
  onMove: (key: string, by: -1 | 1) => void;
  onDensity: (density: Density) => void;
  onReset: () => void;
}

const DENSITIES: { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compacta' },
  { value: 'normal', label: 'Normal' },
  { value: 'roomy', label: 'Amplia' },
];

/** Sets visible columns, their order and the row density. Saved for the user. */
export function ColumnMenu({ columns, density, onToggle, onMove, onDensity, onReset }: ColumnMenuProps) {
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus>
      <Tooltip label="Columnas">
        <Popover.Target>
          <ActionIcon variant="subtle" size="lg" aria-label="Columnas">
            <IconColumns3 size={18} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label="Columnas">
        <Stack gap="sm">
          <ul className={styles.columns} aria-label="Columnas de la tabla">
            {columns.map((one, at) => (
              <li key={one.key}>
                <Checkbox
                  size="xs"
                  label={one.title}
                  checked={one.shown}
                  onChange={() => onToggle(one.key)}
                  style={{ flex: 1 }}
                />
                <ActionIcon
                  variant="subtle"
                  aria-label={`Mover ${one.title} antes`}
                  disabled={at === 0}
                  onClick={() => onMove(one.key, -1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={`Mover ${one.title} después`}
                  disabled={at === columns.length - 1}
                  onClick={() => onMove(one.key, 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <div>
            <Text size="xs" c="dimmed" id="densidad">
              Filas
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby="densidad"
              data={DENSITIES}
              value={density}
              onChange={(value) => onDensity(value)}
            />
          </div>
          <Button size="xs" variant="default" onClick={onReset}>
            Como al principio
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
