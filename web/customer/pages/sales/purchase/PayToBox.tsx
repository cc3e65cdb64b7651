import type { ComponentType } from 'react';
import { formatMoney, moneyText } from '#contract/money.ts';
import type { PayTo } from '#contract/projects/bankAccounts/model.ts';
import styles from './PayToBox.module.css';

interface Props {
  payTo: PayTo;
  /** The code of the sale, by which accounting finds the transfer; null before there is one. */
  reference: string | null;
  /** The next amount to pay, in centavos; null when there are several. */
  dueCents: number | null;
  /** A button beside each value that a bank's app asks for. */
  Copy?: ComponentType<{ text: string; what: string }>;
}

/** The bank account to pay to, with the values that a bank's app asks for. */
export function PayToBox({ payTo, reference, dueCents, Copy }: Props) {
  const facts: [label: string, shown: string, copied?: string][] = [
    ['Banco', payTo.bank],
    ['Número de cuenta', payTo.number, payTo.number],
    ['A nombre de', payTo.holder],
    ['Tipo', `${payTo.type} · ${payTo.currency}`],
  ];
  if (dueCents !== null) facts.push(['Monto', formatMoney(dueCents), moneyText(dueCents)]);
  if (reference !== null) facts.push(['Referencia', reference, reference]);
  return (
    <div className={styles.box}>
      <p className={styles.title}>Transfiere o deposita a esta cuenta</p>
      <dl className={styles.facts}>
        {facts.map(([label, shown, copied]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles.fact}>
              <span>{shown}</span>
              {copied && Copy && <Copy text={copied} what={label} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        Escribe {reference === null ? 'tu nombre y cédula' : 'la referencia'} en la descripción.
      </p>
    </div>
  );
}
