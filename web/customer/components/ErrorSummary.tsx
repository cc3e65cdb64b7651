import { use, useEffect, useRef } from 'react';
import { MESSAGES, type ErrorAnswer } from '#contract/errors.ts';
import { fieldId, FieldScope } from './Field.tsx';
import { Notice } from './Notice.tsx';
import styles from './ErrorSummary.module.css';

interface Props {
  error: Pick<ErrorAnswer, 'message' | 'errors'> | null;
  /** Link to a field, if the form has several pages. */
  hrefOf?: (field: string) => string;
}
const here = (field: string) => `#${fieldId(field)}`;

/** Errors of the server above a form. Takes the focus when it appears; each line links to its field. */
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
