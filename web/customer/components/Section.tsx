import { useId, type ReactNode } from 'react';
import styles from './Section.module.css';

/** A part of a page with its own heading. */
export function Section({
  title,
  lead,
  children,
  id,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading} id={id}>
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}
