import styles from './ShareBar.module.css';

/** A thin bar filled to a share, 0-1; more fills it. The number stands beside it in words. */
export const ShareBar = ({ share }: { share: number }) => (
  <span className={styles.bar} aria-hidden>
    <span style={{ width: `${Math.min(1, share) * 100}%` }} />
  </span>
);
