import { Button, Checkbox, CloseButton, Group, Menu, Popover, Radio, Stack, TextInput } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { showDay } from '../../lib/format.ts';
import { DayInput } from '../DayInput.tsx';
import styles from './table.module.css';
import type { Filter } from './types.ts';

interface FilterChipsProps {
  filters: readonly Filter[];
  values: Record<string, unknown>;
  onChange: (patch: Record<string, unknown>) => void;
}

const isSet = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Active filters as chips, and a menu with the other filters. */
export function FilterChips({ filters, values, onChange }: FilterChipsProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const shown = filters.filter((one) => isSet(values[one.key]) || one.key === opened);
  const rest = filters.filter((one) => !shown.includes(one));
  return (
    <Group gap={6}>
      {shown.map((filter) => (
        <Chip
          key={filter.key}
          filter={filter}
          value={values[filter.key]}
          opened={opened === filter.key}
          onOpen={(open) => setOpened(open ? filter.key : null)}
          onChange={(value) => onChange({ [filter.key]: isSet(value) ? value : undefined })}
        />
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={shown.length > 0 ? <IconPlus size={14} /> : <IconFilter size={14} />}
            >
              Filtro
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((filter) => (
              <Menu.Item
                key={filter.key}
                onClick={() =>
                  filter.kind === 'flag' ? onChange({ [filter.key]: 1 }) : setOpened(filter.key)
                }
              >
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {shown.filter((one) => isSet(values[one.key])).length > 1 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => onChange(Object.fromEntries(shown.map((one) => [one.key, undefined])))}
        >
          Quitar filtros
        </Button>
      )}
    </Group>
  );
}

interface ChipProps {
  filter: Filter;
  value: unknown;
  opened: boolean;
  onOpen: (open: boolean) => void;
  onChange: (value: unknown) => void;
}

function Chip({ filter, value, opened, onOpen, onChange }: ChipProps) {
  const remove = (
    <CloseButton
      size="sm"
      aria-label={`Quitar filtro ${filter.label}`}
      onClick={() => {
        onChange(undefined);
        onOpen(false);
      }}
    />
  );
  if (filter.kind === 'flag')
    return (
      <span className={styles.chip}>
        <span className={styles.chipText}>{filter.label}</span>
        {remove}
      </span>
    );
  return (
    <span className={styles.chip}>
      <Popover opened={opened} onChange={onOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={styles.chipText} onClick={() => onOpen(!opened)}>
            {filter.label}
            {isSet(value) && <strong>: {told(filter, value)}</strong>}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <Editor filter={filter} value={value} onChange={onChange} onDone={() => onOpen(false)} />
        </Popover.Dropdown>
      </Popover>
      {remove}
    </span>
  );
}

/** A filter's value as text. */
export function told(filter: Filter, value: unknown): string {
  if (filter.kind === 'day') return showDay(String(value));
  if (filter.kind !== 'one' && filter.kind !== 'many') return String(value);
  const chosen = (Array.isArray(value) ? value : [value]).map(String);
  const labels = filter.choices.filter((one) => chosen.includes(String(one.value))).map((one) => one.label);
  return labels.length > 2 ? `${labels.length} elegidos` : labels.join(', ') || chosen.join(', ');
}

interface EditorProps extends Pick<ChipProps, 'value' | 'onChange'> {
  filter: Exclude<Filter, { kind: 'flag' }>;
  onDone: () => void;
}

function Editor({ filter, value, onChange, onDone }: EditorProps) {
  const [text, setText] = useState(
    typeof value === 'string' || typeof value === 'number' ? String(value) : '',
  );
  if (filter.kind === 'one')
    return (
      <Radio.Group
        label={filter.label}
        value={value === undefined ? null : String(value)}
        onChange={(chosen) => {
          onChange(filter.choices.find((one) => String(one.value) === chosen)?.value);
          onDone();
        }}
      >
        <Stack gap={8} mt={8} mah={320} style={{ overflowY: 'auto' }}>
          {filter.choices.map((one) => (
            <Radio key={one.value} value={String(one.value)} label={one.label} />
          ))}
        </Stack>
      </Radio.Group>
    );
  if (filter.kind === 'many')
    return (
      <Checkbox.Group
        label={filter.label}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(chosen) =>
          onChange(filter.choices.filter((one) => chosen.includes(String(one.value))).map((one) => one.value))
        }
      >
        <Stack gap={8} mt={8} mah={320} style={{ overflowY: 'auto' }}>
          {filter.choices.map((one) => (
            <Checkbox key={one.value} value={String(one.value)} label={one.label} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  if (filter.kind === 'day')
    return (
      <DayInput
        label={filter.label}
        value={text}
        // The day is the only input here, so its calendar opens at once.
        popoverProps={{ withinPortal: false }}
        onChange={(day) => {
          setText(day);
          onChange(day || undefined);
        }}
      />
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim() || undefined);
        onDone();
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={filter.label}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit">Aplicar</Button>
      </Group>
    </form>
  );
}
