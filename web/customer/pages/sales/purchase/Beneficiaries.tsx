import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { MAX_BENEFICIARIES } from '#contract/sales/purchase/rules.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { PaperField } from './PaperField.tsx';
import { usePrecontract } from './usePrecontract.ts';
import styles from './Beneficiaries.module.css';

const FIELD = 'cedula_beneficiario';
const NAMES = ['primer', 'segundo', 'tercer', 'cuarto', 'quinto'];

/** Up to five identity documents of beneficiaries. With five, the add button disappears (spec §2.1). */
export function Beneficiaries() {
  const { papers, faults } = usePrecontract();
  const used = new Set([
    ...papers.slots.filter(({ field, file }) => field === FIELD && file).map(({ position }) => position),
    ...[...papers.uploads.values()].filter(({ field }) => field === FIELD).map(({ position }) => position),
  ]);
  const [added, setAdded] = useState<readonly number[]>([]);
  const places = [1, 2, 3, 4, 5].filter((position) => used.has(position) || added.includes(position));
  const next = [1, 2, 3, 4, 5].find((position) => !places.includes(position));

  return (
    <div className={styles.beneficiaries}>
      <h3>Beneficiarios</h3>
      <p className={styles.note}>
        Quién recibiría la casa si tú faltas. Adjunta la cédula de cada uno, hasta {MAX_BENEFICIARIES}.
      </p>
      {(faults[FIELD] ?? faults[`${FIELD}[]`]) && (
        <p className={styles.error}>{faults[FIELD] ?? faults[`${FIELD}[]`]}</p>
      )}
      {places.map((position) => (
        <PaperField
          key={position}
          field={FIELD}
          position={position}
          label={`Cédula del ${NAMES[position - 1]} beneficiario`}
          onGone={() => setAdded((before) => before.filter((one) => one !== position))}
        />
      ))}
      <noscript>
        <label>
          Cédulas de beneficiarios (hasta 5){' '}
          <input type="file" name={`${FIELD}[]`} multiple accept="image/jpeg,image/png,application/pdf" />
        </label>
      </noscript>
      {next !== undefined && (
        <Button look="secondary" onClick={() => setAdded((before) => [...before, next])}>
          <IconPlus size={20} aria-hidden /> Agregar beneficiario
        </Button>
      )}
    </div>
  );
}
