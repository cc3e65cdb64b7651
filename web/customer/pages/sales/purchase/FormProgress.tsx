import { IconCheck } from '@tabler/icons-react';
import { STEPS, stepHash, type StepId } from './formSteps.ts';
import { usePrecontract } from './usePrecontract.ts';
import type { DraftStatus } from '#web/customer/lib/draft.ts';
import styles from './FormProgress.module.css';

const STATUS: Record<DraftStatus, string> = {
  idle: 'Se guarda solo',
  saving: 'Guardando…',
  saved: 'Guardado',
  offline: 'Sin conexión: se guarda al volver',
  withheld: 'Falta tu permiso',
  refused: 'No se pudo guardar',
};

/** The steps as links with the current one marked, and whether the input is saved. */
export function FormProgress({
  current,
  done,
}: {
  current: StepId;
  done: Readonly<Record<StepId, boolean>>;
}) {
  const { status } = usePrecontract();
  const at = STEPS.findIndex(({ id }) => id === current);
  return (
    <>
      <nav aria-label="Pasos del formulario">
        <ol className={styles.steps}>
          {STEPS.map(({ id, label }, n) => (
            <li key={id}>
              <a
                href={`#${stepHash(id)}`}
                className={`${styles.link} ${id === current ? styles.current : ''} ${done[id] ? styles.done : ''}`}
                aria-current={id === current ? 'step' : undefined}
              >
                <span className={styles.dot} aria-hidden>
                  {done[id] && id !== current ? <IconCheck size={16} stroke={3} /> : n + 1}
                </span>
                <span className={styles.label}>
                  <span className="sr-only">{done[id] ? 'Listo: ' : ''}</span>
                  {label}
                </span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <p className={styles.line}>
        <span className={styles.where}>
          Paso {at + 1} de {STEPS.length}
        </span>
        <progress value={at + 1} max={STEPS.length} aria-hidden />
        <span className={styles.status} data-status={status}>
          {status === 'saved' && <IconCheck size={16} stroke={3} aria-hidden />}
          {STATUS[status]}
        </span>
      </p>
      <output className="sr-only">
        {status === 'offline' || status === 'withheld' || status === 'refused' ? STATUS[status] : ''}
      </output>
    </>
  );
}
