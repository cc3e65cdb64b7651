import { Notice } from '#web/customer/components/Notice.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';
import { PaperField } from './PaperField.tsx';
import { askedPapers, HINTS } from './paperTexts.ts';
import { usePrecontract } from './usePrecontract.ts';
import styles from './StepPapers.module.css';

/** The documents that the sector requires; optional ones below. */
export function StepPapers(props: StepProps) {
  const { data, state, faults } = usePrecontract();
  const asked = askedPapers(data, state.fields);
  const others = asked.filter(({ required }) => !required);
  return (
    <FormStep
      {...props}
      id="papeles"
      title="Tus documentos"
      lead="Toma la foto con tu celular o elige un PDF. Si te falta alguno, sigue: lo subes después."
    >
      {state.fields.sector_trabajo === '' && (
        <Notice tone="attention">
          Elige tu sector en <a href="#paso-trabajo">Trabajo</a>: así te pedimos solo los documentos que te
          tocan.
        </Notice>
      )}
      {asked
        .filter(({ required }) => required)
        .map(({ field, label }) => (
          <PaperField
            key={field}
            field={field}
            label={label}
            hint={HINTS[field]}
            error={faults[field]}
            required
          />
        ))}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>Otros documentos (no te hacen falta)</summary>
          <div className={styles.list}>
            {others.map(({ field, label }) => (
              <PaperField key={field} field={field} label={label} hint={HINTS[field]} error={faults[field]} />
            ))}
          </div>
        </details>
      )}
    </FormStep>
  );
}
