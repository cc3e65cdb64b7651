import { dayText } from '#contract/dates.ts';
import type { PaperSlot } from '#contract/sales/purchase/pages.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { PaperField } from '#web/customer/pages/sales/purchase/PaperField.tsx';
import { HINTS } from '#web/customer/pages/sales/purchase/paperTexts.ts';
import { usePapersHere } from '#web/customer/pages/sales/purchase/usePapers.ts';
import styles from './MyPapers.module.css';

/** True if the buyer must send this document. These come first. */
export const waits = ({ open, required, state, renewBefore }: PaperSlot) =>
  open &&
  (renewBefore !== null ||
    state === 'rechazado' ||
    state === 'vencido' ||
    (required && state === 'pendiente'));
/** Signed on another page, or reported in another form. */
const ELSEWHERE: readonly string[] = ['archivo_firma', 'archivo_comprobante'];

/** The documents with their states. A missing or rejected one can be uploaded here. */
export function MyPapers({
  codeDue,
  onCode,
  withheld,
}: {
  codeDue: boolean;
  onCode: () => void;
  /** True without the data consent: uploads are closed. */
  withheld: boolean;
}) {
  const { slots } = usePapersHere();
  // Hide a document that was never sent and is closed now.
  const own = slots.filter(
    ({ field, open, file, state }) =>
      !ELSEWHERE.includes(field) && (open || file !== null || state !== 'pendiente'),
  );
  if (own.length === 0 && !codeDue) return null;
  const mine = own.filter(waits);
  return (
    <section id="documentos" className={styles.papers} aria-labelledby="papeles">
      <h2 id="papeles">Tus documentos</h2>
      {codeDue && (
        <Notice title="Tus documentos están protegidos">
          <p>Para verlos en este celular confirma que eres tú.</p>
          <Button look="quiet" onClick={onCode}>
            Ver mis documentos
          </Button>
        </Notice>
      )}
      {withheld && (
        <Notice tone="attention" title="Falta tu permiso">
          <p>
            Para recibir tus documentos necesitamos que <a href="#permisos">aceptes el uso de tus datos</a>.
          </p>
        </Notice>
      )}
      {mine.length === 0 && own.length > 0 && <p>No nos falta ninguno de tu parte.</p>}
      {[...mine, ...own.filter((slot) => !waits(slot))].map((slot) => (
        <PaperField
          key={`${slot.field} ${slot.position}`}
          field={slot.field}
          position={slot.position}
          label={slot.label}
          hint={waits(slot) ? HINTS[slot.field] : undefined}
          required={slot.required}
          closed={!slot.open || withheld}
          kept
          status={<State slot={slot} />}
        />
      ))}
    </section>
  );
}

const TONES: Partial<Record<PaperSlot['state'], string | undefined>> = {
  aprobado: styles.positive,
  cargado: styles.progress,
  en_revision: styles.progress,
  rechazado: styles.negative,
  vencido: styles.negative,
};

function State({ slot: { state, stateLabel, reason, expiresOn, renewBefore } }: { slot: PaperSlot }) {
  return (
    <>
      <span className={`${styles.state} ${TONES[state] ?? styles.neutral}`}>{stateLabel}</span>
      {reason && <span className={styles.reason}>{reason}</span>}
      {renewBefore && (
        <span className={styles.reason}>
          Al banco le sirve hasta el {dayText(renewBefore)}: envía uno más reciente.
        </span>
      )}
      {state === 'aprobado' && expiresOn && !renewBefore && <small> hasta el {dayText(expiresOn)}</small>}
    </>
  );
}
