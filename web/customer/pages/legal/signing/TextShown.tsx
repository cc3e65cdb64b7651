import type { SignedText } from '#contract/legal/signing/pages.ts';
import styles from './TextShown.module.css';

/** The signed text, with exactly the content that the hash covers. */
export function TextShown({ text: { title, lines, paragraphs } }: { text: SignedText }) {
  return (
    <article className={styles.text} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </article>
  );
}
