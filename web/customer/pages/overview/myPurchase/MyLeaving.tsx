import { useState } from 'react';
import { panamaDay, showDay } from '#contract/dates.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import type { Leaving, leavePurchase, withdrawPermit } from '#contract/sales/purchase/leaving.ts';
import { ActForm } from '#web/customer/components/ActForm.tsx';
import { Button } from '#web/customer/components/Button.tsx';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Field } from '#web/customer/components/Field.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { Select } from '#web/customer/components/Select.tsx';
import styles from './MyLeaving.module.css';

interface Props {
  saleId: number;
  leaving: Leaving;
  /** The server wants a one-time code first. */
  onCode: () => void;
}

/** Revokes a consent or withdraws from the purchase. Unobtrusive, and shows the consequences before the action. */
export function MyLeaving({ saleId, leaving, onCode }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const { permits, purchase, askedAt } = leaving;
  if (permits.length === 0 && !purchase) return null;
  const refused = ({ code }: ErrorAnswer) => {
    if (code !== 'CODE_NEEDED') return false;
    setOpen(null);
    onCode();
    return true;
  };
  const close = () => setOpen(null);
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
          <Button key={kind} look="quiet" onClick={() => setOpen(kind)}>
            Retirar mi permiso: {name}
          </Button>
        ))}
        {purchase && !askedAt && (
          <Button look="quiet" onClick={() => setOpen('compra')}>
            {purchase.atOnce ? 'Desistir de la compra' : 'Pedir desistir de la compra'}
          </Button>
        )}
      </div>
      {permits.map(({ kind, name, text, causes }) => (
        <Dialog key={kind} title={`¿Retirar tu permiso? ${name}`} open={open === kind} onHide={close}>
          <div className={styles.form}>
            <p>«{text}»</p>
            <p>{causes}</p>
            <ActForm<typeof withdrawPermit>
              action={`/clientes/mi-compra/${saleId}/retirar-permiso`}
              button="Retirar mi permiso"
              look="secondary"
              onRefused={refused}
            >
              <input type="hidden" name="permiso" value={kind} />
            </ActForm>
            <Button look="quiet" wide onClick={close}>
              Volver
            </Button>
          </div>
        </Dialog>
      ))}
      {purchase && (
        <Dialog
          title={purchase.atOnce ? '¿Desistir de tu compra?' : '¿Pedir desistir de tu compra?'}
          open={open === 'compra'}
          onHide={close}
        >
          <div className={styles.form}>
            <ul>
              {purchase.causes.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            <ActForm<typeof leavePurchase>
              action={`/clientes/mi-compra/${saleId}/desistir`}
              button={purchase.atOnce ? 'Sí, desistir' : 'Enviar mi solicitud'}
              look="secondary"
              onRefused={refused}
            >
              <Select
                label="Motivo"
                name="motivo_id"
                initial=""
                empty="Elige el motivo"
                options={purchase.reasons.map(({ id, name }) => ({ value: String(id), label: name }))}
                required
              />
              <Field label="¿Quieres contarnos más?" name="comentario">
                {(binding) => <textarea {...binding} rows={3} maxLength={500} />}
              </Field>
            </ActForm>
            <Button look="quiet" wide onClick={close}>
              Volver
            </Button>
          </div>
        </Dialog>
      )}
    </details>
  );
}
