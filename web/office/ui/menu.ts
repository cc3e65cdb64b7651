import type { Icon } from '@tabler/icons-react';

export interface MenuItem {
  label: string;
  /** Path under /oficina. */
  href: string;
  /** Number of waiting items; 0 or undefined shows nothing. */
  count?: number;
}

export interface MenuGroup {
  label: string;
  icon: Icon;
  items: readonly MenuItem[];
}
