import { useMemo, useState } from 'react';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { keep, readKept, withChange, type Kept } from './keptForm.ts';

/**
 * The guest's input, stored in this browser at every change (spec §2.8), or only in memory if storage is blocked.
 * `before`: the input of an earlier visit. Nothing is written before the first change, so that opening the page does
 * not clear it.
 */
export function useKept(slug: string) {
  const hydrated = useHydrated();
  const before = useMemo(() => (hydrated ? readKept(slug) : null), [hydrated, slug]);
  const [own, setOwn] = useState<Kept | null>(null);
  const kept = own ?? before;
  return {
    before,
    kept,
    change(part: Partial<Kept>) {
      const now = withChange(kept, part);
      setOwn(now);
      keep(slug, now);
    },
  };
}
