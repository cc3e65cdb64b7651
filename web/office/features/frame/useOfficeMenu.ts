import { IconCash, IconFileDescription, IconHome } from '@tabler/icons-react';
import type { Permission } from '#contract/access.ts';
import type { FileRoutesByTo } from '#web/office/routeTree.gen.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import type { MenuGroup, MenuItem } from '#web/office/ui/menu.ts';

interface Option extends Omit<MenuItem, 'count'> {
  /** A page that exists: a route without parameters. */
  href: keyof FileRoutesByTo;
  /** Who sees it; null: everybody. */
  permission: Permission | null;
}

/** The pages that exist, by module. */
const OPTIONS: { label: string; icon: MenuGroup['icon']; items: Option[] }[] = [
  { label: 'Inicio', icon: IconHome, items: [{ label: 'Inicio', href: '/oficina', permission: null }] },
  {
    label: 'Ventas',
    icon: IconFileDescription,
    items: [{ label: 'Pre-contratos', href: '/oficina/ventas', permission: 'ventas.ver' }],
  },
  {
    label: 'Contabilidad',
    icon: IconCash,
    items: [{ label: 'Pagos de clientes', href: '/oficina/pagos', permission: 'pagos.ver' }],
  },
];

/** The left menu of the signed-in person: only what they may open. */
export function useOfficeMenu(): MenuGroup[] {
  const granted = usePermissions();
  return OPTIONS.map((group) => ({
    ...group,
    items: group.items.filter((one) => one.permission === null || granted.has(one.permission)),
  })).filter((group) => group.items.length > 0);
}
