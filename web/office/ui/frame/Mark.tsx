import { Link } from '@tanstack/react-router';
import mark from '#web/design/favicon.svg';
import styles from './frame.module.css';

interface MarkProps {
  name: string;
  /** Address of the company's own picture; the product's without it. */
  logo: string | null;
}

/** The company's mark, leading home. */
export function Mark({ name, logo }: MarkProps) {
  return (
    <Link to="/oficina" className={styles.mark} aria-label={`${name}, inicio`}>
      <img src={logo ?? mark} alt="" height={28} className={styles.logo} />
      <span>{name}</span>
    </Link>
  );
}
