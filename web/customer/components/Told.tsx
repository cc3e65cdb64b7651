import { useState } from 'react';
import { takeTold } from '../lib/toldNext.ts';
import { useHydrated } from '../lib/useHydrated.ts';
import { Notice } from './Notice.tsx';
import styles from './Told.module.css';

/** What the page before did, said at the top of the one that it led to. Only the browser knows it. */
export function Told() {
  const hydrated = useHydrated();
  return <output className={styles.told}>{hydrated && <Said />}</output>;
}

function Said() {
  const [text] = useState(takeTold);
  return text && <Notice tone="positive" title={text} />;
}
