import { useState, type MouseEvent } from 'react';
import { formatMoney } from '#contract/money.ts';
import { waitUrl } from '#contract/sales/claims/claims.ts';
import { WORKS_KINDS } from '#contract/projects/lots/worksKinds.ts';
import type { ModelCard, PublicLot, PublicPlan } from '#contract/projects/showcase/pages.ts';
import { centreOf } from './centreOf.ts';
import styles from './LotPlan.module.css';

type Models = readonly Pick<ModelCard, 'id' | 'name'>[];

/**
 * The plan of the lots: free or taken, or how far the works are. The list below gives the same as text. Without a script
 * it shows what is free.
 */
export function LotPlan({
  plan,
  projectName,
  models,
}: {
  plan: PublicPlan;
  projectName: string;
  /** The models on sale. */
  models: Models;
}) {
  const [chosen, setChosen] = useState<PublicLot | null>(null);
  const [works, setWorks] = useState(false);
  const free = plan.lots.filter((lot) => lot.free);
  const built = plan.lots.some((lot) => lot.works > 2);

  function choose({ target }: MouseEvent) {
    const id = target instanceof Element ? target.closest('[data-lot]')?.getAttribute('data-lot') : null;
    setChosen(plan.lots.find((lot) => String(lot.id) === id) ?? null);
  }

  return (
    <div className={styles.plan}>
      <div className={styles.legend}>
        {works ? (
          Object.entries(WORKS_KINDS).map(([kind, name]) => (
            <span key={kind} className={styles.kind}>
              <span className={`${styles.sample} ${styles[`works${kind}`]}`} aria-hidden /> {name}
            </span>
          ))
        ) : (
          <>
            <span className={`${styles.sample} ${styles.free}`} aria-hidden /> Libre
            <span className={`${styles.sample} ${styles.taken}`} aria-hidden /> Ocupado
          </>
        )}
        {built && (
          <button
            type="button"
            className={styles.layer}
            aria-pressed={works}
            onClick={() => setWorks(!works)}
          >
            Avance de la obra
          </button>
        )}
        <div className={styles.chosen} aria-live="polite">
          {chosen && (
            <>
              <p>
                Lote {chosen.name} · {chosen.areaM2} m² · {chosen.free ? premiumText(chosen) : 'Ocupado'}
                {works && ` · ${stepOf(chosen)}`}
              </p>
              <p className={styles.actions}>
                {chosen.free ? (
                  <>
                    Comprar este lote con
                    {suiting(chosen, models).map(({ id, name }) => (
                      <a key={id} href={`/comprar/${id}?lote=${chosen.id}`}>
                        {name}
                      </a>
                    ))}
                  </>
                ) : (
                  <a href={waitUrl(chosen.id)}>Lista de espera</a>
                )}
              </p>
            </>
          )}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="Plano, se puede desplazar">
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the list says all by keyboard */}
        <svg
          viewBox={`0 0 ${plan.width} ${plan.height}`}
          role="img"
          aria-label={`Plano de ${projectName}: ${free.length} de ${plan.lots.length} lotes libres`}
          onClick={choose}
        >
          {plan.drawing && <image href={plan.drawing} width={plan.width} height={plan.height} />}
          {plan.lots.map((lot) => (
            <Lot key={lot.id} lot={lot} chosen={lot === chosen} works={works} />
          ))}
        </svg>
      </section>
      <Blocks title="Ver los lotes libres en una lista" lots={free} models={models} />
      <Blocks
        title="Ver los ocupados, con su lista de espera"
        lots={plan.lots.filter((lot) => !lot.free)}
        models={models}
      />
    </div>
  );
}

/** Lots by block in a <details>; nothing if there are none. */
function Blocks({ title, lots, models }: { title: string; lots: readonly PublicLot[]; models: Models }) {
  if (lots.length === 0) return null;
  return (
    <details className={styles.list}>
      <summary>{title}</summary>
      {[...new Set(lots.map(({ block }) => block))].map((block) => (
        <div key={block}>
          <h3>Manzana {block}</h3>
          <ul>
            {lots
              .filter((lot) => lot.block === block)
              .map((lot) => (
                <li key={lot.id}>
                  {lot.free ? (
                    <>
                      <BuyLink lot={lot} models={models} />{' '}
                      <small>
                        {lot.areaM2} m²
                        {lot.premiumCents > 0 && ` · ${premiumText(lot)}`}
                      </small>
                    </>
                  ) : (
                    <a href={waitUrl(lot.id)}>
                      {lot.name}
                      <span className="sr-only">: lista de espera</span>
                    </a>
                  )}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </details>
  );
}

/** The models that a lot takes. */
const suiting = ({ modelId }: PublicLot, models: Models): Models =>
  modelId === null ? models : models.filter(({ id }) => id === modelId);

const premiumText = ({ premiumCents }: PublicLot) =>
  premiumCents > 0 ? `${formatMoney(premiumCents).replace('.00', '')} de recargo` : 'sin recargo';

/** Buys the lot with the first model that suits it; the other models are in the list above. */
function BuyLink({ lot, models }: { lot: PublicLot; models: Models }) {
  const [model] = suiting(lot, models);
  return model ? (
    <a href={`/comprar/${model.id}?lote=${lot.id}`}>
      {lot.name}
      <span className="sr-only">: comprar este lote con {model.name}</span>
    </a>
  ) : (
    lot.name
  );
}

const stepOf = ({ works }: PublicLot): string => WORKS_KINDS[works as keyof typeof WORKS_KINDS];

function Lot({ lot, chosen, works }: { lot: PublicLot; chosen: boolean; works: boolean }) {
  const centre = centreOf(lot.points);
  return (
    <g
      data-lot={lot.id}
      className={`${works ? styles[`works${lot.works}`] : lot.free ? styles.free : styles.taken} ${chosen ? styles.current : ''}`}
    >
      {works && <title>{`Lote ${lot.name}: ${stepOf(lot)}`}</title>}
      <polygon points={lot.points} />
      <text x={centre.x} y={centre.y} fontSize={centre.size}>
        {lot.name}
      </text>
    </g>
  );
}
