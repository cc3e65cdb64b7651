import type { ReactNode } from 'react';
import { formatMoney } from '#contract/money.ts';
import type { LotOption } from '#contract/sales/purchase/pages.ts';
import { Field } from '#web/customer/components/Field.tsx';
import styles from './LotChooser.module.css';

interface Props {
  label: string;
  lots: readonly LotOption[];
  /** The plan of the lots, if there is one. */
  map?: ReactNode;
  chosenId: number | null;
  onChoose: (id: number | null) => void;
  error?: string | undefined;
}

export const canChoose = ({ free, mine }: LotOption): boolean => free || mine;

/** The lots for the model: a native list by block with taken lots disabled, and the plan as another way to choose. */
export function LotChooser({ label, lots, map, chosenId, onChoose, error }: Props) {
  const free = lots.filter(canChoose);
  const blocks = [...new Set(lots.map(({ block }) => block))];
  const chosen = free.find(({ id }) => id === chosenId);
  return (
    <div className={styles.chooser}>
      {map}
      <Field
        label={label}
        name="lote_id"
        error={error}
        hint={
          free.length === 0
            ? 'Por ahora no hay lotes libres para este modelo. Déjanos tus datos y te avisamos.'
            : map
              ? 'Toca un lote libre en el plano o búscalo en la lista.'
              : undefined
        }
        required
      >
        {(binding) => (
          <select
            {...binding}
            required={false}
            value={chosen?.id ?? ''}
            onChange={({ currentTarget }) => onChoose(Number(currentTarget.value) || null)}
          >
            <option value="">Elegir después</option>
            {blocks.map((block) => (
              <optgroup key={block} label={`Manzana ${block}`}>
                {lots
                  .filter((lot) => lot.block === block)
                  .map((lot) => (
                    <option key={lot.id} value={lot.id} disabled={!canChoose(lot)}>
                      {canChoose(lot) ? lotText(lot) : `Lote ${lot.name} · ocupado`}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

const lotText = ({ name, areaM2, premiumCents, hasHouse }: LotOption) =>
  [
    `Lote ${name}`,
    `${Math.round(areaM2)} m²`,
    premiumCents > 0 && `${formatMoney(premiumCents).replace('.00', '')} más`,
    hasHouse && 'con casa',
  ]
    .filter(Boolean)
    .join(' · ');
