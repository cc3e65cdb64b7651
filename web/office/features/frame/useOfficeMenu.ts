import {
  IconBuildingCommunity,
  IconCash,
  IconFileDescription,
  IconHome,
  IconHomeEdit,
  IconSettings,
} from '@tabler/icons-react';
import type { Permission } from '#contract/access.ts';
import type { FileRoutesByTo } from '#web/office/routeTree.gen.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import type { MenuGroup, MenuItem } from '#web/office/ui/menu.ts';
import { useCounters, type Counters } from './useCounters.ts';

interface Option extends Omit<MenuItem, 'count'> {
  /** A page that exists: a route without parameters. */
  href: keyof FileRoutesByTo;
  /** Who sees it: whoever has one of them; null: everybody. */
  permission: Permission | readonly Permission[] | null;
  /** What of the counters waits there. */
  counter?: keyof Counters;
}

/** The pages that exist, by module. */
const OPTIONS: { label: string; icon: MenuGroup['icon']; items: Option[] }[] = [
  { label: 'Inicio', icon: IconHome, items: [{ label: 'Inicio', href: '/oficina', permission: null }] },
  {
    label: 'Ventas',
    icon: IconFileDescription,
    items: [{ label: 'Pre-contratos', href: '/oficina/ventas', permission: 'ventas.ver', counter: 'sales' }],
  },
  {
    label: 'Contabilidad',
    icon: IconCash,
    items: [
      { label: 'Pagos de clientes', href: '/oficina/pagos', permission: 'pagos.ver', counter: 'payments' },
    ],
  },
  {
    label: 'Proyectos',
    icon: IconBuildingCommunity,
    items: [{ label: 'Proyectos', href: '/oficina/proyectos', permission: 'proyectos.ver' }],
  },
  {
    label: 'Viviendas y lotes',
    icon: IconHomeEdit,
    items: [
      { label: 'Lotes', href: '/oficina/lotes', permission: 'proyectos.ver' },
      { label: 'Viviendas', href: '/oficina/viviendas', permission: 'proyectos.ver' },
    ],
  },
  {
    label: 'Administración',
    icon: IconSettings,
    items: [
      { label: 'Listas', href: '/oficina/listas', permission: 'administracion.ver' },
      { label: 'Correos', href: '/oficina/correos', permission: ['administracion.ver', 'ventas.aprobar'] },
    ],
  },
];

/** The left menu of the signed-in person: only what they may open, with what waits there. */
export function useOfficeMenu(): MenuGroup[] {
  const granted = usePermissions();
  const counters = useCounters();
  const mayOpen = ({ permission }: Option) =>
    permission === null || [permission].flat().some((one) => granted.has(one));
  return OPTIONS.map((group) => ({
    ...group,
    items: group.items
      .filter(mayOpen)
      .map(({ counter, ...item }) => ({ ...item, count: (counter && counters?.[counter]) ?? 0 })),
  })).filter((group) => group.items.length > 0);
}
