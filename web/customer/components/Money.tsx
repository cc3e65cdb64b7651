import { formatMoney } from '#contract/money.ts';
import styles from './Money.module.css';

/** An amount in centavos as `USD 74,900.00`; `large` shows currency and cents smaller than the figure. */
export function Money({ cents, large = false }: { cents: number; large?: boolean }) {
  const text = formatMoney(cents);
  if (!large) return <span className="figures">{text}</span>;
  const [, currency, whole, fraction] = /^(\D+)([\d,]+)(\.\d\d)$/.exec(text) ?? [];
  return (
    <span className={`figures ${styles.large}`}>
      <small>{currency}</small>
      {whole}
      <small>{fraction}</small>
    </span>
  );
}
