import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { isUnderWay, type Upload, type UploadPhase } from '#web/customer/lib/upload.ts';
import { usePapersHere } from './usePapers.ts';
import styles from './UploadLine.module.css';

const SAID: Record<Exclude<UploadPhase, 'done' | 'failed'>, string> = {
  waiting: 'En espera…',
  preparing: 'Preparando la foto…',
  sending: 'Subiendo',
  offline: 'Sin conexión: sigue sola cuando vuelva.',
  paused: 'En pausa',
  interrupted: 'Se quedó a medias. Elige el mismo archivo para terminar.',
};

/** The progress of an upload, with its actions. */
export function UploadLine({ upload, onGone }: { upload: Upload; onGone: () => void }) {
  const { queue } = usePapersHere();
  const { phase, sent, total, text, name } = upload;
  const percent = total > 0 ? Math.floor((100 * sent) / total) : 0;
  const failed = phase === 'failed';
  return (
    <div className={styles.line}>
      {phase === 'preparing' || phase === 'waiting' ? (
        <progress aria-label={`Preparando ${name}`} />
      ) : (
        !failed && <progress value={sent} max={total} aria-label={`Subiendo ${name}`} />
      )}
      <p className={failed ? styles.failed : styles.text} role={failed ? 'alert' : undefined}>
        {failed ? text : phase === 'done' ? '' : SAID[phase]}
        {phase === 'sending' && <span className="figures"> {percent}%</span>}
      </p>
      <div className={styles.buttons}>
        {isUnderWay(upload) && (
          <button type="button" onClick={() => queue?.pause(upload)}>
            <IconPlayerPause size={20} aria-hidden /> Pausar<span className="sr-only"> {name}</span>
          </button>
        )}
        {phase === 'paused' && (
          <button type="button" onClick={() => queue?.resume(upload)}>
            <IconPlayerPlay size={20} aria-hidden /> Seguir<span className="sr-only"> con {name}</span>
          </button>
        )}
        {failed && (
          <button type="button" onClick={() => queue?.resume(upload)}>
            <IconPlayerPlay size={20} aria-hidden /> Reintentar<span className="sr-only"> {name}</span>
          </button>
        )}
        <button type="button" onClick={onGone}>
          <IconX size={20} aria-hidden /> Cancelar<span className="sr-only"> {name}</span>
        </button>
      </div>
    </div>
  );
}
