import { useDebouncedValue } from '@mantine/hooks';
import { useInFlight } from '../../lib/inFlight.ts';
import styles from './frame.module.css';

/** A thin bar during requests. Debounced by 120 ms, so that short requests do not make it flicker. */
export function ProgressBar() {
  const [busy] = useDebouncedValue(useInFlight() > 0, 120);
  return busy ? <div className={styles.bar} aria-hidden /> : null;
}
