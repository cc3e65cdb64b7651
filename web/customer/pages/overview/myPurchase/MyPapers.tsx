import { useState } from 'react';
import { dayText } from '#contract/dates.ts';
import type { PaperSlot } from '#contract/sales/purchase/pages.ts';
import { keyOf } from '#web/customer/lib/upload.ts';
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
  // A document that is sent here stays where it is until the page is opened again.
  const [asked] = useState(() => new Set(own.filter(waits).map(keyOf)));
  const inSight = (slot: PaperSlot) => waits(slot) || asked.has(keyOf(slot));
  const mine = own.filter(inSight);
  const rest = own.filter((slot) => !inSight(slot));
  if (own.length === 0 && !codeDue) return null;
  const field = (slot: PaperSlot) => (
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
  );
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
      {!own.some(waits) && own.length > 0 && <p>Ya tenemos todos tus documentos.</p>}
      {mine.map(field)}
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{restTitle(rest)}</summary>
          <div className={styles.papers}>{rest.map(field)}</div>
        </details>
      )}
    </section>
  );
}

const restTitle = (slots: readonly PaperSlot[]) => {
  const sent = slots.filter(({ file }) => file !== null).length;
  if (sent < slots.length) return 'Ver los otros documentos';
  return sent === 1 ? 'Ver el documento que enviaste' : `Ver los ${sent} documentos que enviaste`;
};

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
