import { useState, type MouseEvent } from 'react';
import { waitUrl } from '#contract/sales/claims/claims.ts';
import type { PublicLot, PublicPlan } from '#contract/projects/showcase/pages.ts';
import type { LotOption } from '#contract/sales/purchase/pages.ts';
import { centreOf } from '#web/customer/pages/projects/showcase/centreOf.ts';
import { canChoose } from './LotChooser.tsx';
import styles from './LotMap.module.css';

interface Props {
  plan: PublicPlan;
  /** The lots for the model. A free lot of the plan that is not in this list is for another model. */
  lots: readonly LotOption[];
  chosenId: number | null;
  onChoose: (id: number) => void;
}

/** The plan, for choosing with a pointer. Keyboard users choose in the list below. */
export function LotMap({ plan, lots, chosenId, onChoose }: Props) {
  const ids = new Set(lots.filter(canChoose).map(({ id }) => id));
  const suits = new Set(lots.map(({ id }) => id));
  const isOther = ({ id, free }: PublicLot) => free && !suits.has(id);
  const [missed, setMissed] = useState<PublicLot | null>(null);
  const lookOf = (lot: PublicLot) =>
    lot.id === chosenId
      ? styles.current
      : ids.has(lot.id)
        ? styles.free
        : isOther(lot)
          ? styles.other
          : styles.taken;
  function choose({ target }: MouseEvent) {
    const id = Number((target as Element).closest('[data-lot]')?.getAttribute('data-lot'));
    if (ids.has(id)) onChoose(id);
    setMissed(ids.has(id) ? null : (plan.lots.find((lot) => lot.id === id) ?? null));
  }
  return (
    <div className={styles.map}>
      <div className={styles.legend} aria-hidden>
        <span className={styles.meaning}>
          <span className={`${styles.sample} ${styles.free}`} /> Libre
        </span>
        <span className={styles.meaning}>
          <span className={`${styles.sample} ${styles.taken}`} /> Ocupado
        </span>
        {plan.lots.some(isOther) && (
          <span className={styles.meaning}>
            <span className={`${styles.sample} ${styles.other}`} /> Para otro modelo
          </span>
        )}
        <span className={styles.meaning}>
          <span className={`${styles.sample} ${styles.current}`} /> El tuyo
        </span>
      </div>
      <p className={styles.missed} aria-live="polite">
        {missed &&
          (isOther(missed) ? (
            `El lote ${missed.name} es para otro modelo.`
          ) : (
            <>
              El lote {missed.name} está ocupado. <a href={waitUrl(missed.id)}>Ver su lista de espera</a>
            </>
          ))}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="Plano, se puede desplazar">
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the radios beneath choose by keyboard */}
        <svg
          viewBox={`0 0 ${plan.width} ${plan.height}`}
          role="img"
          aria-label={`Plano: ${ids.size} lotes libres para este modelo. Escógelo en la lista.`}
          onClick={choose}
        >
          {plan.drawing && <image href={plan.drawing} width={plan.width} height={plan.height} />}
          {plan.lots.map((lot) => (
            <Lot key={lot.id} lot={lot} look={lookOf(lot)} />
          ))}
        </svg>
      </section>
    </div>
  );
}

function Lot({ lot, look }: { lot: PublicLot; look: string | undefined }) {
  const centre = centreOf(lot.points);
  return (
    <g data-lot={lot.id} className={look}>
      <polygon points={lot.points} />
      <text x={centre.x} y={centre.y} fontSize={centre.size}>
        {lot.name}
      </text>
    </g>
  );
}
