import { useState } from 'react';
import { LOT_TAKEN } from '#contract/sales/claims/claims.ts';
import type { chooseDraftLot } from '#contract/sales/purchase/endpoints.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { Countdown, useSecondsLeft } from '#web/customer/components/Countdown.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { Picture } from '#web/customer/components/Picture.tsx';
import { post } from '#web/customer/lib/post.ts';
import { useConfirmFirst } from './useConfirmFirst.tsx';
import { LotChooser } from './LotChooser.tsx';
import { PriceChanged } from './PriceChanged.tsx';
import { usePrecontract } from './usePrecontract.ts';
import styles from './SaleBar.module.css';

/** The house, the end of the lot's claim, and a way to choose another lot. */
export function SaleBar() {
  const { data, faults, say, lot, setLot, priceCents } = usePrecontract();
  const { sale } = data;
  const [taken, setTaken] = useState<readonly number[]>([]);
  const [wanted, setWanted] = useState(lot?.id ?? null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const left = useSecondsLeft(lot?.until ?? null);
  const lots = data.lots.map((one) => ({
    ...one,
    free: one.free && !taken.includes(one.id),
    mine: one.id === lot?.id,
  }));
  const confirming = useConfirmFirst(() => void choose());
  const error = fault ?? faults['lote_id'];

  async function choose() {
    if (wanted === null) return;
    setFault(null);
    setBusy(true);
    const url = `/clientes/precontrato/borrador/${sale.id}/lote` as const;
    const outcome = await post<typeof chooseDraftLot>(url, { lote_id: wanted }, { method: 'PATCH' });
    setBusy(false);
    if (outcome.ok) {
      const { lote_id, lote, hasta } = outcome.answer.data;
      setLot({ id: lote_id, name: lote, until: hasta });
      say(`Lote ${lote} apartado para ti.`);
      return;
    }
    if (confirming.asked(outcome.error, sale.id)) return;
    if (outcome.error.code === LOT_TAKEN) setTaken((before) => [...before, wanted]);
    setFault(outcome.error.message);
  }

  if (!sale.chosen)
    return (
      <p>
        Falta elegir tu casa. <a href="/">Ver los modelos</a>: lo que ya enviaste se conserva.
      </p>
    );
  return (
    <div className={styles.bar}>
      {confirming.window}
      <div className={styles.what}>
        {sale.model.picture && (
          <div className={styles.picture}>
            <Picture picture={sale.model.picture} sizes="96px" cover />
          </div>
        )}
        <div>
          <p className={styles.name}>
            {sale.model.name}
            {lot && ` · Lote ${lot.name}`}
          </p>
          <p className={styles.place}>
            {sale.project.name} · <Money cents={priceCents} />
          </p>
          {lot?.until && (
            <p className={`${styles.until} ${left !== null && left < 300 ? styles.soon : ''}`}>
              Apartado para ti: <Countdown until={lot.until} />
            </p>
          )}
        </div>
      </div>
      {sale.priceBeganCents !== null && (
        // Another lot chosen here changes both prices by the same amount.
        <PriceChanged from={sale.priceBeganCents + priceCents - sale.priceCents} to={priceCents} />
      )}
      {left === 0 && (
        <Notice tone="attention" title="El tiempo del lote terminó" announce="status">
          Sigue tranquilo: al enviar te lo apartamos de nuevo si está libre. Tus datos no se pierden.
        </Notice>
      )}
      {lots.length > 0 && (
        <details className={styles.change} open={error !== undefined || undefined}>
          <summary>{lot ? 'Cambiar de lote' : 'Elegir mi lote'}</summary>
          <div className={styles.chooser}>
            <LotChooser
              label="Lotes libres para tu modelo"
              lots={lots}
              chosenId={wanted}
              onChoose={setWanted}
              error={error}
            />
            <Button
              look="secondary"
              busy={busy}
              disabled={wanted === null || wanted === lot?.id}
              onClick={() => void choose()}
            >
              Apartar este lote
            </Button>
          </div>
        </details>
      )}
    </div>
  );
}
