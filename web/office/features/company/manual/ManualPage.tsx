import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCrumb } from '#web/office/lib/crumbs.ts';
import styles from './manual.module.css';
import { placeOf } from './placeOf.ts';
import { ManualReader, manualQuery } from './ManualReader.tsx';

/** The whole manual: its contents on the left, a chapter beside them. */
export function ManualPage({ chapter = placeOf('').params.chapter }: { chapter?: string }) {
  const { data } = useQuery(manualQuery);
  const { hash } = useLocation();
  const navigate = useNavigate();
  useCrumb(data?.data.find(({ id }) => id === chapter)?.title ?? 'Manual');
  const go = (at: string) => void navigate(placeOf(at));
  return (
    <div className={styles.page}>
      <nav className={styles.contents} aria-label="Capítulos">
        {data?.data.map(({ id, title }) => (
          <Link
            key={id}
            to="/oficina/manual/$chapter"
            params={{ chapter: id }}
            aria-current={id === chapter ? 'page' : undefined}
            activeProps={{}}
          >
            {title}
          </Link>
        ))}
      </nav>
      <NativeSelect
        hiddenFrom="md"
        aria-label="Capítulo"
        value={chapter}
        data={(data?.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        onChange={({ currentTarget: { value } }) => go(value)}
      />
      <ManualReader at={hash ? `${chapter}#${decodeURIComponent(hash)}` : chapter} onGo={go} heading="h1" />
    </div>
  );
}
