import { Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { MenuGroup, MenuItem } from '../menu.ts';
import styles from './frame.module.css';

interface MenuTreeProps {
  menu: readonly MenuGroup[];
  /** Only icons. */
  folded: boolean;
  onNavigate: () => void;
}

/** The left menu. A group with one page is shown as that page. */
export function MenuTree({ menu, folded, onNavigate }: MenuTreeProps) {
  const { pathname } = useLocation();
  const isOpen = (item: MenuItem) => pathname === item.href || pathname.startsWith(`${item.href}/`);
  /** The item with the longest matching path, because /oficina matches every page. */
  const current = menu
    .flatMap((group) => group.items)
    .filter(isOpen)
    .sort((a, b) => b.href.length - a.href.length)[0];
  return (
    <nav className={styles.tree} aria-label="Módulos">
      {menu.map((group) => (
        <Group
          key={group.items[0]?.href ?? group.label}
          group={group}
          current={current}
          folded={folded}
          onNavigate={onNavigate}
        />
      ))}
    </nav>
  );
}

interface GroupProps extends Omit<MenuTreeProps, 'menu'> {
  group: MenuGroup;
  current: MenuItem | undefined;
}

function Group({ group, current, folded, onNavigate }: GroupProps) {
  const holds = group.items.includes(current as MenuItem);
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened ?? holds;
  const waiting = group.items.reduce((sum, item) => sum + (item.count ?? 0), 0);
  const Icon = group.icon;
  const only = group.items.length === 1 ? group.items[0] : undefined;
  const first = only ?? group.items[0];
  if (!first) return null;

  if (folded)
    return (
      <Tooltip label={waiting > 0 ? `${group.label} (${waiting})` : group.label} position="right">
        <Link
          to={first.href}
          className={`${styles.groupHead} ${styles.folded}`}
          aria-label={group.label}
          aria-current={holds ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: false }}
          onClick={onNavigate}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
        </Link>
      </Tooltip>
    );
  if (only)
    return (
      <ItemLink
        item={only}
        current={current === only}
        onNavigate={onNavigate}
        className={styles.single ?? ''}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
      </ItemLink>
    );
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.groupHead}
        aria-expanded={open}
        onClick={() => setOpened(!open)}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        <span className={styles.label}>{group.label}</span>
        {!open && waiting > 0 && <span className={styles.count}>{waiting}</span>}
        <IconChevronRight size={16} className={styles.chevron} data-open={open || undefined} aria-hidden />
      </button>
      {open && (
        <ul className={styles.group}>
          {group.items.map((item) => (
            <li key={item.href}>
              <ItemLink item={item} current={item === current} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ItemLinkProps {
  item: MenuItem;
  current: boolean;
  onNavigate: () => void;
  className?: string;
  children?: React.ReactNode;
}

function ItemLink({ item, current, onNavigate, className = '', children }: ItemLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // The menu may be longer than the screen.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <Link
      ref={link}
      to={item.href}
      className={`${styles.item} ${className}`}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={onNavigate}
    >
      {children}
      <span className={styles.label}>{item.label}</span>
      {item.count ? <span className={styles.count}>{item.count}</span> : null}
    </Link>
  );
}
