import { useMemo, useState } from 'react';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { keep, readKept, withChange, type Kept } from './keptForm.ts';

/**
 * What a guest has filled in, kept in this browser with every change (spec §2.8), and in the page where the browser keeps nothing.
 * `before` is what an earlier visit left. Nothing is written before something changes: a page that opens blanks nothing.
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
