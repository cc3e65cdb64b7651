import type { ReactNode } from 'react';
import type { LotOption } from '#contract/purchase/pages.ts';
import { fieldId } from '../../components/Field.tsx';
import { Money } from '../../components/Money.tsx';
import styles from './LotChooser.module.css';

interface Props {
  title: string;
  lots: readonly LotOption[];
  /** The plan to point at, where there is one. */
  map?: ReactNode;
  chosenId: number | null;
  onChoose: (id: number | null) => void;
  error?: string | undefined;
}

export const canChoose = ({ free, mine }: LotOption): boolean => free || mine;

/** The lots that may be had, on the plan and as a list of radios by block: the list is the form, the plan a way to point. */
export function LotChooser({ title, lots, map, chosenId, onChoose, error }: Props) {
  const free = lots.filter(canChoose);
  const blocks = [...new Set(free.map(({ block }) => block))];
  const chosen = free.find(({ id }) => id === chosenId);
  const open = chosen?.block ?? blocks[0];
  return (
    <fieldset className={styles.chooser} aria-describedby={error ? 'falla-lote' : undefined}>
      <legend>{title}</legend>
      {error && (
        <p id="falla-lote" className={styles.error}>
          {error}
        </p>
      )}
      {map}
      <p className={styles.chosen} aria-live="polite">
        {chosen ? (
          <>
            Lote {chosen.name} · {chosen.areaM2} m²
            {chosen.premiumCents > 0 && (
              <>
                {' '}
                · <Money cents={chosen.premiumCents} /> más
              </>
            )}
          </>
        ) : free.length > 0 ? (
          'Toca un lote libre en el plano o en la lista.'
        ) : (
          'Por ahora no hay lotes libres para este modelo. Déjanos tus datos y te avisamos.'
        )}
      </p>
      <label className={`${styles.lot} ${styles.later}`}>
        <input
          type="radio"
          name="lote_id"
          value=""
          id={fieldId('lote_id')}
          checked={chosen === undefined}
          onChange={() => onChoose(null)}
        />
        <span>Escoger después</span>
      </label>
      {blocks.map((block) => {
        const own = free.filter((lot) => lot.block === block);
        return (
          <details key={block} open={block === open} className={styles.block}>
            <summary>
              Manzana {block} <small>{own.length === 1 ? '1 libre' : `${own.length} libres`}</small>
            </summary>
            <div className={styles.lots}>
              {own.map((lot) => (
                <label key={lot.id} className={styles.lot}>
                  <input
                    type="radio"
                    name="lote_id"
                    value={lot.id}
                    checked={lot.id === chosenId}
                    onChange={() => onChoose(lot.id)}
                  />
                  <span>
                    {lot.name}
                    <small>
                      {lot.areaM2} m²{lot.hasHouse && ' · con casa'}
                    </small>
                    {lot.premiumCents > 0 && (
                      <small>
                        +<Money cents={lot.premiumCents} />
                      </small>
                    )}
                  </span>
                </label>
              ))}
            </div>
          </details>
        );
      })}
    </fieldset>
  );
}
