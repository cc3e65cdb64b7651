import { useState } from 'react';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import styles from './CopyButton.module.css';

/** Copies a text. Absent without JavaScript and where the browser gives no clipboard: then the text can be selected. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const hydrated = useHydrated();
  if (!hydrated || !('clipboard' in navigator)) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <button type="button" className={styles.copy} onClick={() => void copy()}>
        {copied ? 'Copiado' : 'Copiar'}
        <span className="sr-only"> {what}</span>
      </button>
      <output className="sr-only">{copied && 'Copiado'}</output>
    </>
  );
}
