import { useId } from 'react';
import { Money } from '#web/customer/components/Money.tsx';
import styles from './QuotePage.module.css';

interface Line {
  label: string;
  note?: string | null;
  cents: number;
}

/** A list of amounts with their total. */
export function Amounts({ title, lines, total }: { title: string; lines: readonly Line[]; total: Line }) {
  const heading = useId();
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <dl className={styles.lines}>
        {lines.map(({ label, note, cents }) => (
          <div key={`${label}-${note ?? ''}`}>
            <dt>
              {label}
              {note && (
                <span className={styles.note}>
                  {' · '}
                  <span className={styles.whole}>{note}</span>
                </span>
              )}
            </dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>{total.label}</dt>
          <dd>
            <Money cents={total.cents} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
