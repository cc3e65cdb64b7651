import { use, useEffect, useRef } from 'react';
import { MESSAGES, type ErrorAnswer } from '#contract/errors.ts';
import { fieldId, FieldScope } from './Field.tsx';
import { Notice } from './Notice.tsx';
import styles from './ErrorSummary.module.css';

interface Props {
  error: Pick<ErrorAnswer, 'message' | 'errors'> | null;
  /** Where a field stands, when the form has several pages. */
  hrefOf?: (field: string) => string;
}
const here = (field: string) => `#${fieldId(field)}`;

/** The server's refusal above a form; takes the focus when it appears, each line leading to its field. */
export function ErrorSummary({ error, hrefOf = here }: Props) {
  const scope = use(FieldScope);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) box.current?.focus();
  }, [error]);
  if (!error) return null;
  const faults = error.errors ?? [];
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Notice
        tone="negative"
        title={faults.length > 0 ? MESSAGES.INVALID_CUSTOMER : error.message}
        announce="alert"
      >
        {faults.length > 0 && (
          <ul className={styles.list}>
            {faults.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <a href={hrefOf(scope + field)}>{message}</a>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
