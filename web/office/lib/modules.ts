import { useMatches } from '@tanstack/react-router';
import { MODULE_LABELS, type Module } from '#contract/access.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Breadcrumb and window title of the page. A record replaces it with its own name: see useCrumb. */
    title: string;
    /** The module of the page. The frame shows it and marks its menu entry. */
    module?: Module;
  }
}

/** The open module (spec §2.9), or null if the page belongs to none. */
export function useCurrentModule(): { name: Module; label: string } | null {
  const matches = useMatches();
  const name = matches.findLast((match) => match.staticData.module)?.staticData.module;
  return name ? { name, label: MODULE_LABELS[name] } : null;
}
