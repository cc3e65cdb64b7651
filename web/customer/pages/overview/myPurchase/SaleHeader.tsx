import type { PurchaseHead } from '#contract/sales/purchase/pages.ts';
import { Countdown } from '#web/customer/components/Countdown.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { Picture } from '#web/customer/components/Picture.tsx';
import { PriceChanged } from '#web/customer/pages/sales/purchase/PriceChanged.tsx';
import styles from './SaleHeader.module.css';

/** The house of this purchase. */
export function SaleHeader({ sale }: { sale: PurchaseHead }) {
  const { chosen, model, project, lot, lotUntil, priceCents, priceBeganCents, code } = sale;
  if (!chosen) return null;
  return (
    <>
      <div className={styles.header}>
        {model.picture && (
          <div className={styles.picture}>
            <Picture picture={model.picture} sizes="96px" cover />
          </div>
        )}
        <div>
          <p className={styles.name}>
            {model.name}
            {lot && ` · Lote ${lot.name}`}
          </p>
          <p className={styles.dim}>
            {project.name} · <Money cents={priceCents} />
          </p>
          {code && <p className={styles.dim}>Pre-contrato {code}</p>}
          {lotUntil && (
            <p className={styles.until}>
              Lote apartado: <Countdown until={lotUntil} />
            </p>
          )}
        </div>
      </div>
      {priceBeganCents !== null && <PriceChanged from={priceBeganCents} to={priceCents} />}
    </>
  );
}
