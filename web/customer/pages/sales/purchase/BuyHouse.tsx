import { IconBath, IconBed, IconRuler2 } from '@tabler/icons-react';
import { monthText } from '#contract/dates.ts';
import { planLoan } from '#contract/projects/interest/loan.ts';
import { formatPercent, percentOf } from '#contract/money.ts';
import type { ModelCard, Terms } from '#contract/projects/showcase/pages.ts';
import type { LotOption } from '#contract/sales/purchase/pages.ts';
import { Money } from '#web/customer/components/Money.tsx';
import { Picture } from '#web/customer/components/Picture.tsx';
import { helpNote } from '#web/customer/pages/projects/showcase/termsText.ts';
import styles from './BuyHouse.module.css';

interface Props {
  model: ModelCard;
  place: string;
  terms: Terms;
  /** The chosen lot: its premium is part of the price. */
  lot: LotOption | null;
}

/** The house: picture, price and monthly installment. */
export function BuyHouse({ model, place, terms, lot }: Props) {
  const { name, pictures, bedrooms, bathrooms, areaM2, deliveryMonth } = model;
  const [picture] = pictures;
  const priceCents = model.priceCents + (lot?.premiumCents ?? 0);
  const { plain, helped } = monthly(model, terms, priceCents);
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
            desde <Money cents={helped ?? plain} /> al mes
          </p>
          {helped !== null && model.helped && (
            <p className={styles.small}>
              {helpNote(model.helped)}; sin él <Money cents={plain} />
            </p>
          )}
          {lot !== null && lot.premiumCents > 0 && (
            <p className={styles.small}>
              Incluye <Money cents={lot.premiumCents} /> del lote {lot.name}.
            </p>
          )}
        </div>
        <p className={styles.small}>
          Con {formatPercent(terms.downPaymentPercent)} de abono, a {terms.months} meses y tasa de{' '}
          {formatPercent(terms.annualRatePercent)}
          {helped === null && ', sin subsidio'}.{deliveryMonth && ` Entrega: ${monthText(deliveryMonth)}.`}
        </p>
      </div>
    </section>
  );
}

/**
 * Installments for the price under the project's terms: without the state's help, and with it if the price qualifies.
 */
function monthly({ helped }: ModelCard, terms: Terms, priceCents: number) {
  const plan = planLoan({
    principal_centavos: priceCents - percentOf(priceCents, terms.downPaymentPercent),
    rate_percent: terms.annualRatePercent,
    months: terms.months,
    feci: false,
    subsidy:
      helped && priceCents <= helped.maxPriceCents
        ? { points_percent: helped.pointsPercent, months: helped.months }
        : null,
  });
  return { plain: plan.without.installment_centavos, helped: plan.with?.installment_centavos ?? null };
}
