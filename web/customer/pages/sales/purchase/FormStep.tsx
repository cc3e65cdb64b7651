import type { MouseEvent, ReactNode } from 'react';
import type { FieldError } from '#contract/errors.ts';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { fieldId } from '#web/customer/components/Field.tsx';
import { checkForm } from './checkForm.ts';
import { isOfStep, STEPS, stepHash, type StepId } from './formSteps.ts';
import { familyRows, placeFamilyFault, readForm } from './formState.ts';
import { usePrecontract } from './usePrecontract.ts';
import styles from './FormStep.module.css';

export interface StepProps {
  /** The visible step. */
  step: StepId;
  /** The first step to show if the URL names none. */
  first: StepId;
  hydrated: boolean;
}

interface Props extends StepProps {
  id: StepId;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Replaces the button to the next step. */
  end?: ReactNode;
}

/**
 * One step. Its buttons are links to the anchors of the steps, which CSS handles until hydration. Without JavaScript
 * all steps are visible, one below the other.
 */
export function FormStep({ id, title, lead, children, end, step, first, hydrated }: Props) {
  const at = STEPS.findIndex((one) => one.id === id);
  const before = STEPS[at - 1];
  const after = STEPS[at + 1];
  const { form, data, papers, setFaults } = usePrecontract();

  function goOn(event: MouseEvent) {
    if (!form.current) return;
    const facts = {
      hasModel: true,
      proof: papers.has('archivo_comprobante'),
      maxEntry: data.cedulaMaxEntry,
    };
    const rows = familyRows(new FormData(form.current));
    const errors = checkForm(readForm(form.current), facts)
      .filter(({ field }) => isOfStep(field, id))
      .map((error): FieldError => ({ ...error, field: placeFamilyFault(error.field, rows) }));
    setFaults(errors);
    const [fault] = errors;
    if (!fault) return;
    event.preventDefault();
    document.getElementById(fieldId(fault.field))?.focus();
  }

  return (
    <section
      id={stepHash(id)}
      data-step={id}
      data-first={id === first || undefined}
      className={styles.step}
      hidden={hydrated && step !== id}
      aria-labelledby={`titulo-${id}`}
    >
      <h2 id={`titulo-${id}`} tabIndex={-1}>
        <span className="sr-only">
          Paso {at + 1} de {STEPS.length}:{' '}
        </span>
        {title}
      </h2>
      {lead && <div className={styles.lead}>{lead}</div>}
      <div className={styles.fields}>{children}</div>
      <div className={styles.buttons}>
        {end ?? (
          <ButtonLink href={`#${stepHash(after!.id)}`} wide onClick={goOn}>
            Siguiente: {after!.label}
          </ButtonLink>
        )}
        {before && (
          <ButtonLink look="quiet" href={`#${stepHash(before.id)}`}>
            Volver a {before.label}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

/** The last button: submits the form, with or without JavaScript. */
export function SendButton({ busy, waiting }: { busy: boolean; waiting: boolean }) {
  return (
    <Button type="submit" wide busy={busy}>
      {waiting ? 'Terminando de subir tus archivos…' : busy ? 'Enviando…' : 'Enviar mi pre-contrato'}
    </Button>
  );
}
