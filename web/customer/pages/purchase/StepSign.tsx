import { useRef, useState } from 'react';
import { TEXTS } from '#contract/texts.ts';
import { formatMoney } from '#contract/money.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SignatureField, type SignatureHandle } from '../signing/SignatureField.tsx';
import { FormStep, SendButton, type StepProps } from './FormStep.tsx';
import { neededPapers } from './paperTexts.ts';
import { PaperField } from './PaperField.tsx';
import { Review } from './Review.tsx';
import { usePrecontract } from './usePrecontract.ts';
import styles from './StepSign.module.css';

const FIELD = 'archivo_firma';

/** The whole once more, the signature, and the one button that sends it. */
export function StepSign({ busy, waiting, ...props }: StepProps & { busy: boolean; waiting: boolean }) {
  const { data, state, papers, faults, priceCents } = usePrecontract();
  const { sale, declarations } = data;
  const pad = useRef<SignatureHandle>(null);
  const [fault, setFault] = useState<string | null>(null);
  const signed = papers.has(FIELD);
  const later = neededPapers(data, state.fields).filter((field) => !papers.has(field)).length;

  async function save() {
    const file = await pad.current?.toFile();
    if (!file) return setFault(TEXTS.emptySignature);
    setFault(null);
    papers.choose({ field: FIELD, position: 0 }, file);
  }

  return (
    <FormStep
      {...props}
      id="firma"
      title="Revisa, firma y envía"
      end={
        <>
          {later > 0 && (
            <p className={styles.note}>
              {later === 1 ? 'Te falta un papel' : `Te faltan ${later} papeles`}: puedes enviar ya y subirlos
              después.
            </p>
          )}
          <SendButton busy={busy} waiting={waiting} />
          <ButtonLink look="quiet" href={`/clientes/siguiente/${sale.name}`}>
            Dejarlo guardado y seguir otro día
          </ButtonLink>
        </>
      }
    >
      <Review />
      <div className={styles.text}>
        {declarations.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          Precio de la casa: {formatMoney(priceCents)}. Separación: {formatMoney(data.separationCents)}.
        </p>
      </div>
      <div className={styles.sign}>
        <h3>Tu firma</h3>
        {signed ? (
          <PaperField field={FIELD} label="Firma" required />
        ) : (
          <>
            <div className={styles.pad}>
              <SignatureField
                ref={pad}
                error={fault ?? faults[FIELD] ?? null}
                onDraw={() => setFault(null)}
              />
              <Button look="secondary" onClick={() => void save()}>
                Guardar firma
              </Button>
            </div>
            <details className={styles.photo}>
              <summary>Prefiero subir una foto de mi firma</summary>
              <PaperField
                field={FIELD}
                label="Foto de tu firma"
                hint="En un papel blanco, con pluma oscura."
              />
            </details>
            <Notice>Si prefieres, envía el formulario ahora y firma después con calma.</Notice>
          </>
        )}
      </div>
    </FormStep>
  );
}
