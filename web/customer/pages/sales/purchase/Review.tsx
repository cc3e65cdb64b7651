import { STEPS, stepHash, type StepId } from './formSteps.ts';
import { usePrecontract } from './usePrecontract.ts';
import styles from './Review.module.css';

const DOCUMENTS: Record<string, string> = { cedula: 'Cédula', pasaporte: 'Pasaporte', ruc: 'RUC' };

/** A short summary of the input, with links back to each step. */
export function Review() {
  const { data, state, papers, lot } = usePrecontract();
  const { fields, family } = state;
  const { sale } = data;
  const files = papers.slots.filter(({ file, field }) => file && field !== 'archivo_firma').length;
  const lines: { step: StepId; label: string; value: string }[] = [
    { step: 'datos', label: 'Compra', value: fields.nombre },
    { step: 'datos', label: DOCUMENTS[fields.tipo_documento] ?? 'Documento', value: fields.cedula },
    { step: 'datos', label: 'Contacto', value: [fields.celular, fields.email].filter(Boolean).join(' · ') },
    {
      step: 'trabajo',
      label: 'Trabajo',
      value: [fields.sector_trabajo, fields.estatus_laboral].filter(Boolean).join(', '),
    },
    {
      step: 'trabajo',
      label: 'Pago de la casa',
      value: fields.forma_pago === 'contado' ? 'De contado' : 'Con hipoteca',
    },
    {
      step: 'familia',
      label: 'Familia',
      value: family.map(({ nombre }) => nombre).join(', ') || 'Nadie más',
    },
    { step: 'papeles', label: 'Archivos', value: files === 1 ? '1 adjuntado' : `${files} adjuntados` },
  ];
  return (
    <dl className={styles.review}>
      <div>
        <dt>Casa</dt>
        <dd>
          {sale.model.name}
          {lot && `, lote ${lot.name}`}, {sale.project.name}
        </dd>
      </div>
      {lines.map(({ step, label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={value ? undefined : styles.missing}>{value || 'Falta'}</span>
            <a href={`#${stepHash(step)}`}>
              {value ? 'Cambiar' : 'Completar'}
              <span className="sr-only">
                {' '}
                {label.toLowerCase()} en {STEPS.find(({ id }) => id === step)?.label}
              </span>
            </a>
          </dd>
        </div>
      ))}
    </dl>
  );
}
