import { ActionIcon, Group, NativeSelect, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconKeyboard, IconSearch, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useState, type ReactNode, type RefObject } from 'react';
import type { ListSearch } from '../../lib/listSearch.ts';
import { FilterChips } from './FilterChips.tsx';
import type { Filter } from './types.ts';

interface ToolbarProps {
  search: ListSearch & Record<string, unknown>;
  onChange: (patch: Record<string, unknown>) => void;
  filters: readonly Filter[];
  searchLabel: string | undefined;
  searchBox: RefObject<HTMLInputElement | null>;
  /** Sortable columns, for a phone, which has no headers; null on a wide screen. */
  sorts: readonly { key: string; title: string }[] | null;
  onHelp: () => void;
  tools: ReactNode;
}

/** The bar above a list: search, filters, sorting on a phone, and the list's own buttons. */
export function Toolbar({
  search,
  onChange,
  filters,
  searchLabel,
  searchBox,
  sorts,
  onHelp,
  tools,
}: ToolbarProps) {
  const descending = search.order_type === 'desc';
  return (
    <Group gap="xs" align="flex-start">
      {searchLabel && (
        <SearchBox
          box={searchBox}
          label={searchLabel}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q })}
        />
      )}
      <FilterChips filters={filters} values={search} onChange={onChange} />
      <Group gap={4} ml="auto">
        {sorts && sorts.length > 0 && (
          <>
            <NativeSelect
              size="xs"
              aria-label="Ordenar por"
              value={search.order_column ?? ''}
              data={[
                { value: '', label: 'Orden' },
                ...sorts.map((one) => ({ value: one.key, label: one.title })),
              ]}
              onChange={(event) => onChange({ order_column: event.currentTarget.value || undefined })}
            />
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={descending ? 'De mayor a menor; cambiar' : 'De menor a mayor; cambiar'}
              onClick={() => onChange({ order_type: descending ? 'asc' : 'desc' })}
            >
              {descending ? <IconSortDescending size={18} /> : <IconSortAscending size={18} />}
            </ActionIcon>
          </>
        )}
        {tools}
        {!sorts && (
          <Tooltip label="Teclas">
            <ActionIcon variant="subtle" size="lg" aria-label="Teclas de la lista" onClick={onHelp}>
              <IconKeyboard size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </Group>
  );
}

interface SearchBoxProps {
  box: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  onChange: (q: string | undefined) => void;
}

/** Searches while the user types, debounced by 250 ms. */
function SearchBox({ box, label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const later = useDebouncedCallback((typed: string) => {
    const q = typed.trim();
    setSent(q);
    onChange(q || undefined);
  }, 250);
  // Follow a change of the URL from elsewhere (a view, "Quitar filtros"), but not our own: it may be older than the
  // text.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  return (
    <TextInput
      ref={box}
      type="search"
      size="xs"
      w={{ base: '100%', xs: 260 }}
      aria-label={`Buscar: ${label}`}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
