import { Skeleton } from '@mantine/core';
import styles from './home.module.css';

interface Figure {
  label: string;
  /** undefined while loading. */
  value: number | undefined;
  /** True if it is the user's turn. */
  mine?: boolean;
}

/** A role's main figures, at most four; null entries are left out. */
export const Figures = ({ figures }: { figures: readonly (Figure | null)[] }) => (
  <dl className={styles.figures}>
    {figures
      .filter((one) => one !== null)
      .slice(0, 4)
      .map(({ label, value, mine = false }) => (
        <div key={label} className={styles.figure} data-mine={(mine && value !== 0) || undefined}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton height={28} width={48} /> : value.toLocaleString('es-PA')}</dd>
        </div>
      ))}
  </dl>
);
