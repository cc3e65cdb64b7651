import { IconBath, IconBed, IconRuler2 } from '@tabler/icons-react';
import { showMonth } from '#contract/dates.ts';
import { installment, percentOf } from '#contract/money.ts';
import type { ModelCard, Terms } from '#contract/projects/pages.ts';
import type { LotOption } from '#contract/purchase/pages.ts';
import { Money } from '../../components/Money.tsx';
import { Picture } from '../../components/Picture.tsx';
import styles from './BuyHouse.module.css';

interface Props {
  model: ModelCard;
  place: string;
  terms: Terms;
  /** The lot chosen: its premium is part of the price. */
  lot: LotOption | null;
}

/** What is bought: the picture, the price, and what it means a month. */
export function BuyHouse({ model, place, terms, lot }: Props) {
  const { name, pictures, bedrooms, bathrooms, areaM2, deliveryMonth } = model;
  const [picture] = pictures;
  const priceCents = model.priceCents + (lot?.premiumCents ?? 0);
  return (
    <section className={styles.house} aria-label={name}>
      <div className={styles.picture}>
        {picture && <Picture picture={picture} sizes="(min-width: 64rem) 44vw, 100vw" first cover />}
      </div>
      <div className={styles.text}>
        <p className={styles.place}>{place}</p>
        <h1>{name}</h1>
        <ul className={styles.has}>
          <li>
            <IconBed size={20} stroke={1.6} aria-hidden /> {bedrooms} rec.
          </li>
          <li>
            <IconBath size={20} stroke={1.6} aria-hidden /> {bathrooms} {bathrooms === 1 ? 'baño' : 'baños'}
          </li>
          <li>
            <IconRuler2 size={20} stroke={1.6} aria-hidden /> {areaM2} m²
          </li>
        </ul>
        <div className={styles.figures} aria-live="polite">
          <p className={styles.price}>
            <span className="sr-only">Precio </span>
            <Money cents={priceCents} large />
          </p>
          <p className={styles.monthly}>
            desde <Money cents={monthly(model, terms, priceCents)} /> al mes
          </p>
          {lot !== null && lot.premiumCents > 0 && (
            <p className={styles.small}>
              Incluye <Money cents={lot.premiumCents} /> del lote {lot.name}.
            </p>
          )}
        </div>
        <p className={styles.small}>
          Con {terms.downPaymentPercent}% de abono, a {terms.months} meses y tasa de {terms.annualRatePercent}
          %, sin subsidio.
          {deliveryMonth && ` Entrega: ${showMonth(deliveryMonth)}.`}
        </p>
      </div>
    </section>
  );
}

/** The installment that the price means under the project's terms (rulings.md 23). */
function monthly(model: ModelCard, terms: Terms, priceCents: number): number {
  if (priceCents === model.priceCents) return model.installmentCents;
  return installment({
    principal_cents: priceCents - percentOf(priceCents, terms.downPaymentPercent),
    annual_rate: terms.annualRatePercent,
    months: terms.months,
  });
}
