import type { PayTo } from '#contract/projects/bankAccounts/model.ts';
import styles from './PayToBox.module.css';

/** The bank account to pay to, with a number that the buyer can copy. */
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
