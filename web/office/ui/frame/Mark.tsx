import { Link } from '@tanstack/react-router';
import mark from '#web/design/favicon.svg';
import styles from './frame.module.css';

interface MarkProps {
  name: string;
  /** URL of the company's logo; null shows the product's logo. */
  logo: string | null;
}

/** The company's logo and name, as a link to the start page. */
export function Mark({ name, logo }: MarkProps) {
  return (
    <Link to="/oficina" className={styles.mark} aria-label={`${name}, inicio`}>
      <img src={logo ?? mark} alt="" height={28} className={styles.logo} />
      <span>{name}</span>
    </Link>
  );
}
