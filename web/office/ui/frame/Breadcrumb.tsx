import { Link, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { useCrumbName } from '../../lib/crumbs.ts';
import { useCurrentModule } from '../../lib/modules.ts';
import type { MenuGroup } from '../menu.ts';
import styles from './frame.module.css';

/** The parent pages of the open one: for /oficina/ventas/7 these are /oficina and /oficina/ventas. */
function usePagesAbove(): { path: string; title: string }[] {
  const { routesByPath } = useRouter();
  const { pathname } = useLocation();
  const known = new Map(Object.entries(routesByPath));
  const parts = pathname.split('/').filter(Boolean);
  return parts.slice(0, -1).flatMap((_, at) => {
    const path = `/${parts.slice(0, at + 1).join('/')}`;
    const title = known.get(path)?.options.staticData?.title;
    return title ? [{ path, title }] : [];
  });
}

/**
 * The label of the menu group that contains the page or its nearest parent. The office can rename and reorder groups.
 */
function useMenuModule(menu: readonly MenuGroup[]): string | undefined {
  const { pathname } = useLocation();
  return menu
    .flatMap(({ label, items }) => items.map(({ href }) => ({ label, href })))
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0]?.label;
}

/** The breadcrumb: start page, module, parent pages, and the open page with the name from useCrumb. */
export function Breadcrumb({ menu }: { menu: readonly MenuGroup[] }) {
  const own = useCrumbName();
  const { label: told } = useCurrentModule() ?? {};
  const module = useMenuModule(menu) ?? told;
  const [start, ...above] = usePagesAbove();
  const page = useMatches().at(-1);
  const title = own ?? page?.staticData.title;
  if (!start) return null;
  const named =
    module && module !== title && module !== start.title && above.every((page) => page.title !== module);
  const chevron = <IconChevronRight size={14} aria-hidden />;
  return (
    <nav className={styles.where} aria-label="Dónde estás">
      <ol className={styles.crumbs}>
        <li>
          <Link to={start.path}>{start.title}</Link>
          {chevron}
        </li>
        {named && (
          <li>
            {module}
            {chevron}
          </li>
        )}
        {above.map((page) => (
          <li key={page.path}>
            <Link to={page.path}>{page.title}</Link>
            {chevron}
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}
