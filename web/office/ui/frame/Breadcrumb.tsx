import { Link, useMatches } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { useCrumbName } from '../../lib/crumbs.ts';
import styles from './frame.module.css';

/** Where one is: the pages above, and the open one under the name that it gives itself. */
export function Breadcrumb() {
  const own = useCrumbName();
  const matches = useMatches();
  const crumbs = matches
    .filter((match) => match.pathname.startsWith('/oficina'))
    .filter(
      (match, index, all) =>
        all.findIndex((one) => one.pathname.replace(/\/$/, '') === match.pathname.replace(/\/$/, '')) ===
        index,
    )
    .map((match) => ({ path: match.pathname, title: match.staticData.title }));
  const last = crumbs.at(-1);
  if (crumbs.length < 2 || !last) return null;
  return (
    <nav aria-label="Dónde estás">
      <ol className={styles.crumbs}>
        {crumbs.slice(0, -1).map((crumb) => (
          <li key={crumb.path}>
            <Link to={crumb.path}>{crumb.title}</Link>
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li aria-current="page">{own ?? last.title}</li>
      </ol>
    </nav>
  );
}
