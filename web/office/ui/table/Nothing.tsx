import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListSpec, ListState } from '../../lib/list.ts';
import { EmptyState } from '../EmptyState.tsx';
import { told } from './FilterChips.tsx';
import type { Filter, SavedView } from './types.ts';
import { openPageView } from './viewState.ts';

interface NothingProps<E extends ListSpec> {
  list: Pick<ListState<E>, 'search' | 'narrowing'>;
  filters: readonly Filter[];
  views: readonly SavedView[];
  /** Search keys of the filters and views. */
  keys: readonly string[];
  onChange: (patch: Record<string, unknown>) => void;
  empty: ReactNode;
}

/** The empty table: names the view or the filters that hide all rows, or says that there is nothing yet. */
export function Nothing<E extends ListSpec>({
  list,
  filters,
  views,
  keys,
  onChange,
  empty,
}: NothingProps<E>) {
  const { search } = list;
  const narrowing = [...new Set([...list.narrowing, ...keys])].filter((key) => search[key] !== undefined);
  if (narrowing.length === 0) return empty;
  const clear = (label: string) => (
    <Button
      variant="default"
      onClick={() =>
        onChange({ vista: undefined, ...Object.fromEntries(narrowing.map((key) => [key, undefined])) })
      }
    >
      {label}
    </Button>
  );
  const view = search.q === undefined ? openPageView(views, search, keys) : undefined;
  if (view && narrowing.every((key) => view.search[key] !== undefined))
    return (
      <EmptyState
        // A tab label may contain a count.
        title={`Nada en «${view.label.split(' · ')[0]}»`}
        text="Ninguna fila está ahora en esta vista."
        action={clear('Ver todo')}
      />
    );
  const chosen = [
    ...(search.q === undefined ? [] : [`«${search.q}»`]),
    ...filters
      .filter(({ key }) => search[key] !== undefined)
      .map((one) => (one.kind === 'flag' ? one.label : `${one.label}: ${told(one, search[one.key])}`)),
  ];
  return (
    <EmptyState
      title="Nada coincide"
      text={
        chosen.length > 0
          ? `Ninguna fila cumple con ${chosen.join(' · ')}.`
          : 'Ninguna fila cumple con la búsqueda y los filtros elegidos.'
      }
      action={clear('Quitar filtros')}
    />
  );
}
