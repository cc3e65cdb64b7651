import { useEffect, useState } from 'react';
import { takeTold } from '../lib/toldNext.ts';
import { Notice } from './Notice.tsx';
import styles from './Told.module.css';

/** What the page before did, said at the top of the one that it led to. */
export function Told() {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const told = takeTold();
    // oxlint-disable-next-line react/react-compiler -- only the browser knows it
    if (told !== null) setText(told);
  }, []);
  return (
    <div role="status" className={styles.told}>
      {text && <Notice tone="positive" title={text} />}
    </div>
  );
}
