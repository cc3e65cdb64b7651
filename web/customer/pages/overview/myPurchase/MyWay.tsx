import { IconKey } from '@tabler/icons-react';
import { panamaDay, dayText, monthText } from '#contract/dates.ts';
import { YOU } from '#contract/overview/myPurchase/nextAction.ts';
import type { Stage } from '#contract/sales/purchase/stages.ts';
import { Steps, type Step } from '#web/customer/components/Steps.tsx';
import styles from './MyWay.module.css';

const LOOK: Record<Exclude<Stage['status'], 'no_aplica'>, Step['state']> = {
  hecha: 'done',
  actual: 'current',
  detenida: 'current',
  pendiente: 'todo',
};

interface Props {
  stages: readonly Stage[];
  /** YYYY-MM */
  deliveryMonth: string | null;
}

/** When the keys come and where the purchase is; the stages as a timeline are folded under it. */
export function MyWay({ stages, deliveryMonth }: Props) {
  const steps = stages.flatMap((stage): Step[] =>
    stage.status === 'no_aplica'
      ? []
      : [{ label: stage.label, state: LOOK[stage.status], detail: <Detail stage={stage} /> }],
  );
  const now = stages.find(({ status }) => status === 'actual' || status === 'detenida');
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <section className={styles.way} aria-labelledby="camino">
      <h2 id="camino">El camino a tus llaves</h2>
      {deliveryMonth && (
        <p className={styles.keys}>
          <IconKey size={22} stroke={1.8} aria-hidden /> Llaves: {monthText(deliveryMonth)}
        </p>
      )}
      {now && <Now stage={now} />}
      <details className={styles.all}>
        <summary>
          Ver las {steps.length} etapas: {done} {done === 1 ? 'lista' : 'listas'}
        </summary>
        <Steps steps={steps} label="Etapas de tu compra" />
      </details>
    </section>
  );
}

/** The current stage in one line and its detail. */
function Now({ stage }: { stage: Stage }) {
  return (
    <div>
      <p>
        Ahora: <strong>{stage.label}</strong>
      </p>
      <Detail stage={stage} />
    </div>
  );
}

function Detail({ stage: { status, who, reason, text, since, normal } }: { stage: Stage }) {
  const from = since && (
    <>
      {' '}
      desde el <span className={styles.day}>{dayText(panamaDay(since))}</span>
    </>
  );
  if (status === 'hecha')
    return (
      <p>
        Listo
        {from}.
      </p>
    );
  if (status === 'pendiente') return <p>Normal: {normal}.</p>;
  return (
    <>
      <p>{text}</p>
      {reason && <p>Detenida: {reason}</p>}
      {who && (
        <p>
          {who === YOU ? 'Lo tienes tú' : `Lo tiene: ${who.charAt(0).toLowerCase()}${who.slice(1)}`}
          {from}. Normal: {normal}.
        </p>
      )}
    </>
  );
}
