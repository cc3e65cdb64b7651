import { lazy, Suspense } from 'react';
import { formatMoney } from '#contract/money.ts';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { FormStep, SendButton, type StepProps } from './FormStep.tsx';
import { neededPapers } from './paperTexts.ts';
import { PaperField } from './PaperField.tsx';
import { Review } from './Review.tsx';
import { FIRMA, saveDrawing } from './saveDrawing.ts';
import { usePrecontract } from './usePrecontract.ts';
import styles from './StepSign.module.css';

/** Lazy: it needs JavaScript and is at the end of a long form. */
const SignatureField = lazy(async () => ({
  default: (await import('#web/customer/components/SignatureField.tsx')).SignatureField,
}));

/** The summary, the signature, and the submit button. */
export function StepSign({ busy, waiting, ...props }: StepProps & { busy: boolean; waiting: boolean }) {
  const shared = usePrecontract();
  const { data, state, papers, faults, priceCents, pad, setFault } = shared;
  const { sale, declarations } = data;
  const signed = papers.has(FIRMA);
  const later = neededPapers(data, state.fields).filter((field) => !papers.has(field)).length;

  return (
    <FormStep
      {...props}
      id="firma"
      title="Revisa, firma y envía"
      end={
        <>
          {later > 0 && (
            <p className={styles.note}>
              {later === 1 ? 'Te falta un documento' : `Te faltan ${later} documentos`}: puedes enviar ya y
              subirlos después.
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
          <PaperField field={FIRMA} label="Firma" required />
        ) : (
          <>
            <div className={styles.pad}>
              {props.hydrated && (
                <Suspense>
                  <SignatureField
                    ref={pad}
                    error={faults[FIRMA] ?? null}
                    signer={state.fields.nombre}
                    onDraw={() => setFault(FIRMA, null)}
                  />
                </Suspense>
              )}
              <Button look="secondary" onClick={() => void saveDrawing(shared, { empty: 'refuse' })}>
                Guardar firma
              </Button>
            </div>
            <details className={styles.photo}>
              <summary>Prefiero subir una foto de mi firma</summary>
              <PaperField
                field={FIRMA}
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
