import type { PayTo } from '#contract/projects/bankAccounts/model.ts';
import styles from './PayToBox.module.css';

/** Where to pay: the number is what a person copies into the bank's own page. */
export const PayToBox = ({ payTo }: { payTo: PayTo }) => (
  <div className={styles.box}>
    <p className={styles.title}>Transfiere o deposita a esta cuenta</p>
    <dl className={styles.facts}>
      <div>
        <dt>Banco</dt>
        <dd>{payTo.bank}</dd>
      </div>
      <div>
        <dt>Número de cuenta</dt>
        <dd className={styles.number}>{payTo.number}</dd>
      </div>
      <div>
        <dt>A nombre de</dt>
        <dd>{payTo.holder}</dd>
      </div>
      <div>
        <dt>Tipo</dt>
        <dd>
          {payTo.type} · {payTo.currency}
        </dd>
      </div>
    </dl>
  </div>
);
