import { dayText } from '#contract/dates.ts';
import type { MyRefund as Refund } from '#contract/money/refunds/model.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { Money } from '#web/customer/components/Money.tsx';
import styles from './MyPayments.module.css';

/** The refund of an ended purchase: its calculation, and the day by which it is paid. */
export function MyRefund({ refund }: { refund: Refund }) {
  const paid = refund.state_id === REFUND.paid;
  return (
    <section className={styles.payments} aria-labelledby="titulo-devolucion">
      <h2 id="titulo-devolucion">Tu devolución</h2>
      <p>{refund.text}</p>
      <dl className={styles.sums}>
        <div>
          <dt>Habías pagado</dt>
          <dd>
            <Money cents={refund.paid_centavos} />
          </dd>
        </div>
        <div>
          <dt>Se retiene</dt>
          <dd>
            <Money cents={refund.penalty_centavos} />
          </dd>
        </div>
        <div>
          <dt>{paid ? 'Te devolvimos' : 'Te devolvemos'}</dt>
          <dd>
            <Money cents={refund.amount_centavos} />
          </dd>
        </div>
      </dl>
      <p>
        {paid
          ? `Número de la transferencia: ${refund.reference ?? ''}.`
          : `A más tardar el ${dayText(refund.due_on)}: ${refund.days_left === 1 ? 'falta 1 día' : `faltan ${refund.days_left} días`}.`}
      </p>
    </section>
  );
}
