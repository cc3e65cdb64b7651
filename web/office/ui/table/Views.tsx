import { Tabs } from '@mantine/core';
import type { ListSearch } from '../../lib/listSearch.ts';
import type { Filter, SavedView } from './types.ts';

interface ViewsProps {
  views: readonly SavedView[];
  filters: readonly Filter[];
  search: ListSearch & Record<string, unknown>;
  onChange: (patch: Record<string, unknown>) => void;
}

const ALL: SavedView = { label: 'Todos', search: {} };
const isEmpty = (view: SavedView) => Object.values(view.search).every((value) => value === undefined);
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Saved sets of filters as tabs; "Todos" comes first unless a view of the page shows everything already. */
export function Views({ views, filters, search, onChange }: ViewsProps) {
  const all = views.some(isEmpty) ? views : [ALL, ...views];
  const open = all.find((view) => filters.every(({ key }) => same(view.search[key], search[key])));
  return (
    <Tabs
      value={open?.label ?? null}
      onChange={(label) => {
        const view = all.find((one) => one.label === label);
        if (view) onChange(Object.fromEntries(filters.map(({ key }) => [key, view.search[key]])));
      }}
    >
      <Tabs.List style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
        {all.map((view) => (
          <Tabs.Tab key={view.label} value={view.label}>
            {view.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
