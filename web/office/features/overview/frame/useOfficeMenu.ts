import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { IconHome, IconListCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useOpenSetup } from '#web/office/features/overview/setup/useOpenSetup.ts';
import type { MenuGroup } from '#web/office/ui/menu.ts';
import { iconOf } from './menuIcons.ts';
import { useCounters } from './useCounters.ts';
import { frameQuery } from './useStanding.ts';

const HOME: MenuGroup = { label: 'Inicio', icon: IconHome, items: [{ label: 'Inicio', href: '/oficina' }] };

/** Shown in the menu during the setup, so it stays one click away. */
const SETUP: MenuGroup = {
  label: 'Puesta en marcha',
  icon: IconListCheck,
  items: [{ label: 'Puesta en marcha', href: '/oficina/puesta-en-marcha' }],
};

/** Returns whether this build has a page at a path. The menu also lists future pages. */
function usePageExists(): (href: string) => boolean {
  const { routesByPath } = useRouter();
  return useMemo(() => {
    const patterns = Object.keys(routesByPath).map((path) => path.replace(/\/$/, '').split('/'));
    return (href) => {
      const parts = href.split('/');
      return patterns.some(
        (pattern) =>
          pattern.length === parts.length &&
          pattern.every((part, at) => part.startsWith('$') || part === parts[at]),
      );
    };
  }, [routesByPath]);
}

/** The user's menu as the office arranged it: only what the user may open, with counters. */
export function useOfficeMenu(): MenuGroup[] {
  const exists = usePageExists();
  const counters = useCounters();
  const preparing = useOpenSetup() !== null;
  const { data } = useQuery(frameQuery);
  const waiting = new Map(Object.entries(counters ?? {}));
  const groups = (data?.data.modules ?? []).map((module) => ({
    label: module.name,
    icon: iconOf(module.id),
    items: module.options
      .filter(({ href }) => exists(href))
      .map(({ name, href, counter }) => ({
        label: name,
        href,
        count: (counter !== null && waiting.get(counter)) || 0,
      })),
  }));
  return [HOME, ...(preparing ? [SETUP] : []), ...groups.filter(({ items }) => items.length > 0)];
}
