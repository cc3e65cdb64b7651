import { Group, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { listPrices } from '#contract/projects/prices/endpoints.ts';
import type { PriceTarget } from '#contract/projects/prices/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { ExportMenu } from '#web/office/ui/table/ExportMenu.tsx';
import type { PricesSearch } from './pricesSearch.ts';

const COLUMNS = ['nombre', 'proyecto', 'precio', 'hasta', 'proximo', 'desde'];

/** Two filters per row on a phone. */
const GROWS = { flex: '1 1 8rem', maxWidth: '16rem' };

interface PriceFiltersProps {
  search: PricesSearch;
  tipo: PriceTarget;
  total: number;
  onFilter: (patch: Record<string, unknown>) => void;
}

/** Filters of the price grid, and its export. */
export function PriceFilters({ search, tipo, total, onFilter }: PriceFiltersProps) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const find = (text: string) => {
    if (text.trim() !== (search.q ?? '')) onFilter({ q: text.trim() || undefined });
  };
  return (
    <Group mb="sm" align="flex-end">
      <NativeSelect
        style={GROWS}
        label="Qué"
        data={[
          { value: 'model', label: 'Modelos' },
          { value: 'lot', label: 'Recargos de lotes' },
        ]}
        value={tipo}
        onChange={(event) => onFilter({ tipo: event.currentTarget.value === 'lot' ? 'lot' : undefined })}
      />
      <NativeSelect
        style={GROWS}
        label="Proyecto"
        data={[
          { value: '', label: 'Todos' },
          ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
        ]}
        value={String(search.proyecto_id ?? '')}
        onChange={(event) => onFilter({ proyecto_id: event.currentTarget.value || undefined })}
      />
      <TextInput
        style={GROWS}
        key={search.q ?? ''}
        label="Buscar"
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={search.q ?? ''}
        maxLength={60}
        onBlur={(event) => find(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find(event.currentTarget.value);
        }}
      />
      <ExportMenu
        list={listPrices}
        asked={{ query: { q: search.q, proyecto_id: search.proyecto_id, tipo } }}
        columns={COLUMNS.filter((key) => tipo === 'model' || key !== 'hasta')}
        total={total}
      />
    </Group>
  );
}
