import { useState } from 'react';
import { LOT_TAKEN } from '#contract/lots/claims.ts';
import type { chooseDraftLot } from '#contract/purchase/endpoints.ts';
import { Countdown, useSecondsLeft } from '../../components/Countdown.tsx';
import { Money } from '../../components/Money.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Picture } from '../../components/Picture.tsx';
import { post } from '../../lib/post.ts';
import { LotChooser } from './LotChooser.tsx';
import { usePrecontract } from './usePrecontract.ts';
import styles from './SaleBar.module.css';

/** What is being bought, until when the lot is held, and another lot to choose. */
export function SaleBar() {
  const { data, faults, say } = usePrecontract();
  const { sale } = data;
  const [lot, setLot] = useState(sale.lot && { ...sale.lot, until: sale.lotUntil });
  const [taken, setTaken] = useState<readonly number[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const left = useSecondsLeft(lot?.until ?? null);
  const lots = data.lots.map((one) => ({
    ...one,
    free: one.free && !taken.includes(one.id),
    mine: one.id === lot?.id,
  }));
  const error = fault ?? faults['lote_id'];

  async function choose(id: number | null) {
    if (id === null || id === lot?.id) return;
    setFault(null);
    const url = `/clientes/precontrato/borrador/${sale.id}/lote` as const;
    const outcome = await post<typeof chooseDraftLot>(url, { lote_id: id }, { method: 'PATCH' });
    if (outcome.ok) {
      const { lote_id, lote, hasta } = outcome.answer.data;
      setLot({ id: lote_id, name: lote, until: hasta });
      say(`Lote ${lote} apartado para ti.`);
      return;
    }
    if (outcome.error.code === LOT_TAKEN) setTaken((before) => [...before, id]);
    setFault(outcome.error.message);
  }

  return (
    <div className={styles.bar}>
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
            {sale.project.name} · <Money cents={sale.priceCents} />
          </p>
          {lot?.until && (
            <p className={`${styles.until} ${left !== null && left < 300 ? styles.soon : ''}`}>
              Apartado para ti: <Countdown until={lot.until} />
            </p>
          )}
        </div>
      </div>
      {left === 0 && (
        <Notice tone="attention" title="El tiempo del lote terminó" announce="status">
          Sigue tranquilo: al enviar te lo apartamos de nuevo si está libre. Tus datos no se pierden.
        </Notice>
      )}
      {lots.length > 0 && (
        <details className={styles.change} open={error !== undefined || undefined}>
          <summary>{lot ? 'Cambiar de lote' : 'Escoger mi lote'}</summary>
          <LotChooser
            title={lot ? 'Cambia tu lote' : 'Escoge tu lote'}
            lots={lots}
            chosenId={lot?.id ?? null}
            onChoose={(id) => void choose(id)}
            error={error}
          />
        </details>
      )}
    </div>
  );
}
