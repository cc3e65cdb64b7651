import { useDebouncedValue } from '@mantine/hooks';
import { useInFlight } from '../../lib/inFlight.ts';
import styles from './frame.module.css';

/** A thin bar while any request is under way; very short ones leave no flicker. */
export function ProgressBar() {
  const [busy] = useDebouncedValue(useInFlight() > 0, 120);
  return busy ? <div className={styles.bar} aria-hidden /> : null;
}
