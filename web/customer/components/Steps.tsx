import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Steps.module.css';

export interface Step {
  label: string;
  state: 'done' | 'current' | 'todo';
  /** Since when, whose turn, the normal duration, what to do. Shown only in the timeline. */
  detail?: ReactNode;
}
const SAID = { done: 'Listo: ', current: 'Ahora: ', todo: '' };

/** The current step of a few: a row above a form (`across`), or the vertical timeline of a purchase. */
export function Steps({
  steps,
  label,
  across = false,
}: {
  steps: readonly Step[];
  label: string;
  across?: boolean;
}) {
  return (
    <ol className={across ? styles.across : styles.down} aria-label={label}>
      {steps.map((step, at) => (
        <li
          key={step.label}
          className={styles[step.state]}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden>
            {step.state === 'done' ? <IconCheck size={16} stroke={3} /> : at + 1}
          </span>
          <div className={styles.text}>
            <p className={styles.label}>
              <span className="sr-only">{SAID[step.state]}</span>
              {step.label}
            </p>
            {!across && step.detail && <div className={styles.detail}>{step.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
