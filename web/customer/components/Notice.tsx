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
  /** It appears because of something the person did: read out at once ('alert') or when there is a pause. */
  announce?: 'alert' | 'status';
  children?: ReactNode;
}

/** A sentence that matters, with its tone. */
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
