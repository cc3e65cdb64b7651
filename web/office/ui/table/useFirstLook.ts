import { useEffect, useEffectEvent, useRef } from 'react';
import type { ListSearch } from '../../lib/listSearch.ts';
import type { TableSettings } from '../../lib/tableSettings.ts';
import { openingOf, viewKeys } from './viewState.ts';

interface FirstLook {
  settings: TableSettings;
  search: ListSearch & Record<string, unknown>;
  /** The search keys that a view saves. */
  keys: readonly string[];
  onSearch: (patch: Record<string, unknown>) => void;
}

/**
 * Once, when the page opens: applies the user's default view (if the URL has no view, filter, order or page) and page
 * size (if the URL has none). A URL with filters is a shared link, so its filters stay.
 */
export function useFirstLook({ settings, search, keys, onSearch }: FirstLook): void {
  const done = useRef(false);
  const { known } = settings;
  const look = useEffectEvent(() => {
    const { prefs, views } = settings;
    const bare = ['vista', 'page', ...viewKeys(keys)].every((key) => search[key] === undefined);
    const view = bare ? views.find(({ id }) => id === prefs.default_view) : undefined;
    const size = search.per_page === undefined ? prefs.per_page : null;
    const patch = {
      ...(view && openingOf(view, keys)),
      ...(size !== null && size !== 25 && { per_page: size }),
    };
    if (Object.keys(patch).length > 0) onSearch(patch);
  });
  useEffect(() => {
    if (!known || done.current) return;
    done.current = true;
    look();
  }, [known]);
}
