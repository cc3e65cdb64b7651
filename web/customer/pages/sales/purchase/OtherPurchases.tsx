import styles from './OtherPurchases.module.css';

/** Other purchases that are open in this browser. */
export function OtherPurchases({
  others,
  title = 'Tus otras compras',
}: {
  others: readonly { name: string; title: string }[];
  title?: string;
}) {
  if (others.length === 0) return null;
  return (
    <nav className={styles.others} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {others.map(({ name, title: house }) => (
          <li key={name}>
            <a href={`/clientes/siguiente/${name}`}>{house}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
