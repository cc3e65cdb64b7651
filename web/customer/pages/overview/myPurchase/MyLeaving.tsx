import { lazy, Suspense, useState } from 'react';
import { panamaDay, showDay } from '#contract/dates.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import type { Leaving } from '#contract/sales/purchase/leaving.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import styles from './MyLeaving.module.css';

/** Loaded when one first opens, because few buyers need them. */
const LeavingDialogs = lazy(async () => ({
  default: (await import('./LeavingDialogs.tsx')).LeavingDialogs,
}));

interface Props {
  saleId: number;
  leaving: Leaving;
  /** The server wants a one-time code first. */
  onCode: () => void;
}

/** Revokes a consent or withdraws from the purchase. Unobtrusive, and shows the consequences before the action. */
export function MyLeaving({ saleId, leaving, onCode }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const { permits, purchase, askedAt } = leaving;
  if (permits.length === 0 && !purchase) return null;
  const refused = ({ code }: ErrorAnswer) => {
    if (code !== 'CODE_NEEDED') return false;
    setOpen(null);
    onCode();
    return true;
  };
  const close = () => setOpen(null);
  const ask = (kind: string) => {
    setAsked(true);
    setOpen(kind);
  };
  return (
    <details className={styles.leaving}>
      <summary>{purchase ? 'Retirar un permiso o desistir' : 'Retirar un permiso'}</summary>
      <div className={styles.list}>
        {askedAt && (
          <Notice title={`Pediste desistir el ${showDay(panamaDay(askedAt))}`}>
            Te escribimos para explicarte lo que sigue: firmas la carta de desistimiento, tu lote queda libre
            y se prepara lo que corresponda devolverte. Si cambiaste de idea, dínoslo por WhatsApp.
          </Notice>
        )}
        {permits.map(({ kind, name }) => (
          <Button key={kind} look="quiet" onClick={() => ask(kind)}>
            Retirar mi permiso: {name}
          </Button>
        ))}
        {purchase && !askedAt && (
          <Button look="quiet" onClick={() => ask('compra')}>
            {purchase.atOnce ? 'Desistir de la compra' : 'Pedir desistir de la compra'}
          </Button>
        )}
      </div>
      {asked && (
        <Suspense>
          <LeavingDialogs saleId={saleId} leaving={leaving} open={open} onHide={close} onRefused={refused} />
        </Suspense>
      )}
    </details>
  );
}
