import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

const ICONS = {
  progress: IconInfoCircle,
  positive: IconCircleCheck,
  attention: IconAlertTriangle,
  negative: IconAlertTriangle,
};

interface Props {
  tone?: keyof typeof ICONS;
  title?: string;
  /** For a notice that a user action causes: announce it at once ('alert') or at the next pause ('status'). */
  announce?: 'alert' | 'status';
  children?: ReactNode;
}

/** A highlighted message with a tone. */
export function Notice({ tone = 'progress', title, announce, children }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={announce}>
      <Icon size={24} aria-hidden className={styles.icon} />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
