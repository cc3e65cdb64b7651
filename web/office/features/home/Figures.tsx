import { Skeleton } from '@mantine/core';
import styles from './home.module.css';

interface Figure {
  label: string;
  /** undefined while on its way. */
  value: number | undefined;
}

/** The few figures that a role lives by; null leaves one out. */
export const Figures = ({ figures }: { figures: readonly (Figure | null)[] }) => (
  <dl className={styles.figures}>
    {figures
      .filter((one) => one !== null)
      .slice(0, 4)
      .map(({ label, value }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton height={28} width={48} /> : value.toLocaleString('es-PA')}</dd>
        </div>
      ))}
  </dl>
);
