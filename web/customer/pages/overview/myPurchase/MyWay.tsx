import { panamaDay, dayText } from '#contract/dates.ts';
import { YOU } from '#contract/overview/myPurchase/nextAction.ts';
import type { Stage } from '#contract/sales/purchase/stages.ts';
import { Notice } from '#web/customer/components/Notice.tsx';
import { Steps, type Step } from '#web/customer/components/Steps.tsx';
import styles from './MyWay.module.css';

const LOOK: Record<Exclude<Stage['status'], 'no_aplica'>, Step['state']> = {
  hecha: 'done',
  actual: 'current',
  detenida: 'current',
  pendiente: 'todo',
};

/** The stages as a timeline: the current one, whose turn it is, since when, and the normal duration. */
export function MyWay({ stages, quiet }: { stages: readonly Stage[]; quiet: string | null }) {
  const steps = stages.flatMap((stage): Step[] =>
    stage.status === 'no_aplica'
      ? []
      : [{ label: stage.label, state: LOOK[stage.status], detail: <Detail stage={stage} /> }],
  );
  return (
    <section className={styles.way} aria-labelledby="camino">
      <h2 id="camino">El camino a tus llaves</h2>
      {quiet && (
        <Notice tone="positive" title="Por ahora no tienes que hacer nada">
          {quiet}
        </Notice>
      )}
      <Steps steps={steps} label="Etapas de tu compra" />
    </section>
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
