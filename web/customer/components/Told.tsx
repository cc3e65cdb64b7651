import { useState } from 'react';
import { takeTold } from '../lib/toldNext.ts';
import { useHydrated } from '../lib/useHydrated.ts';
import { Notice } from './Notice.tsx';
import styles from './Told.module.css';

/** The message that the previous page left with tellNext. It is in the browser's session storage only. */
export function Told() {
  const hydrated = useHydrated();
  return <output className={styles.told}>{hydrated && <Said />}</output>;
}

function Said() {
  const [text] = useState(takeTold);
  return text && <Notice tone="positive" title={text} />;
}
