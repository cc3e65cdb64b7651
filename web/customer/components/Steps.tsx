import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Steps.module.css';

export interface Step {
  label: string;
  state: 'done' | 'current' | 'todo';
  /** Since when, who has it, what is normal, what to do: shown in the timeline only. */
  detail?: ReactNode;
}
const SAID = { done: 'Listo: ', current: 'Ahora: ', todo: '' };

/** Where one is among few steps: a line at the top of a form (`across`), or the way of a purchase downwards. */
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
