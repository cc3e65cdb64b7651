import type { Icon } from '@tabler/icons-react';

export interface MenuItem {
  label: string;
  /** Address under /oficina. */
  href: string;
  /** How many wait there; 0 or none shows nothing. */
  count?: number;
}

export interface MenuGroup {
  label: string;
  icon: Icon;
  items: readonly MenuItem[];
}
