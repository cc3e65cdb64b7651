import { ActionIcon, Group, NativeSelect, Tooltip } from '@mantine/core';
import { IconKeyboard, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { ListSearch } from '../../lib/listSearch.ts';
import { SearchInput } from '../SearchInput.tsx';
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
        <SearchInput
          box={searchBox}
          w={{ base: '100%', xs: 260 }}
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
