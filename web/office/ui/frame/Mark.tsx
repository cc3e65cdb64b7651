import { Link } from '@tanstack/react-router';
import mark from '#web/design/favicon.svg';
import styles from './frame.module.css';

/** The company's mark, leading home. */
export function Mark() {
  return (
    <Link to="/oficina" className={styles.mark} aria-label="Llave, inicio">
      <img src={mark} alt="" width={28} height={28} />
      <span>Llave</span>
    </Link>
  );
}
