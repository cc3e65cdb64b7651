import { Link } from '@tanstack/react-router';
import styles from './frame.module.css';

/** The company's mark, leading home. */
export function Mark() {
  return (
    <Link to="/oficina" className={styles.mark} aria-label="Llave, inicio">
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden>
        <rect width="32" height="32" rx="8" fill="var(--brand-8)" />
        <circle cx="12.5" cy="16" r="4.5" fill="none" stroke="#fff" strokeWidth="2.5" />
        <path
          d="M17 16h9m-3 0v4m-3.5-4v3"
          fill="none"
          stroke="#fff"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span>Llave</span>
    </Link>
  );
}
