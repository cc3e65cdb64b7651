import { Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageLink, type PageTarget } from './PageLink.tsx';
import { ShareBar } from './ShareBar.tsx';
import styles from './Figures.module.css';

interface Figure {
  label: string;
  /** undefined while loading. */
  value: number | string | undefined;
  /** The list that it counts, filtered so that its total is the figure. */
  link?: PageTarget;
  /** A line below: what it is made of. */
  note?: ReactNode;
  /** Progress of it, 0-1 and more. */
  share?: number | undefined;
  /** True if it is the user's turn. */
  mine?: boolean;
  /** True if it is late or owed: not a good sign, unless it is 0. */
  bad?: boolean;
}

/** The main figures of a page or a role; null entries are left out. */
export const Figures = ({
  label,
  titled = false,
  figures,
}: {
  label: string;
  /** The label is shown above: for one of several rows of figures. */
  titled?: boolean;
  figures: readonly (Figure | null)[];
}) => (
  <section aria-label={label}>
    {titled && (
      <Title order={2} size="h5" mb={6}>
        {label}
      </Title>
    )}
    <dl className={styles.figures}>
      {figures
        .filter((one) => one !== null)
        .map((one) => (
          <div
            key={one.label}
            className={styles.figure}
            data-mine={(one.mine && one.value !== 0) || undefined}
            data-bad={one.bad || undefined}
          >
            <dt>{one.label}</dt>
            <dd>
              <Value {...one} />
            </dd>
            {one.share !== undefined && (
              <dd className={styles.share} aria-hidden>
                <ShareBar share={one.share} />
              </dd>
            )}
            {one.note && <dd className={styles.note}>{one.note}</dd>}
          </div>
        ))}
    </dl>
  </section>
);

function Value({ label, value, link }: Figure) {
  if (value === undefined) return <Skeleton height={28} width={48} />;
  const text = typeof value === 'number' ? value.toLocaleString('es-PA') : value;
  return link ? (
    <PageLink {...link} inherit c="inherit" className={styles.whole} aria-label={`${text}, ${label}`}>
      {text}
    </PageLink>
  ) : (
    <Text span inherit>
      {text}
    </Text>
  );
}
