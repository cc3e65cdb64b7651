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

/** While the company is being prepared: always one click away, wherever one went from it. */
const SETUP: MenuGroup = {
  label: 'Puesta en marcha',
  icon: IconListCheck,
  items: [{ label: 'Puesta en marcha', href: '/oficina/puesta-en-marcha' }],
};

/** Whether this build has a page at an address: the menu knows pages that are still to come. */
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

/** The left menu of the signed-in person, as the office arranged it: only what they may open, with what waits there. */
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
