import { useMatches } from '@tanstack/react-router';
import { MODULE_LABELS, type Module } from '#contract/access.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Crumb and window title of the page. A record's own name replaces it: see useCrumb. */
    title: string;
    /** Which module the page belongs to; the frame shows it and marks its menu entry. */
    module?: Module;
  }
}

/** The module that is open (spec §2.9), or null on pages of none. */
export function useCurrentModule(): { name: Module; label: string } | null {
  const matches = useMatches();
  const name = matches.findLast((match) => match.staticData.module)?.staticData.module;
  return name ? { name, label: MODULE_LABELS[name] } : null;
}
