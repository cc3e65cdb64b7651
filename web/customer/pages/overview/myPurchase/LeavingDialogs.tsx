import type { ErrorAnswer } from '#contract/errors.ts';
import type { Leaving, leavePurchase, withdrawPermit } from '#contract/sales/purchase/leaving.ts';
import { ActForm } from '#web/customer/components/ActForm.tsx';
import { Button } from '#web/customer/components/Button.tsx';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Field } from '#web/customer/components/Field.tsx';
import { Select } from '#web/customer/components/Select.tsx';
import styles from './MyLeaving.module.css';

interface Props {
  saleId: number;
  leaving: Leaving;
  /** The kind of the consent, `compra`, or null: all are closed. */
  open: string | null;
  onHide: () => void;
  /** True: the refusal is dealt with. */
  onRefused: (error: ErrorAnswer) => boolean;
}

/** What each way of leaving causes, and the button that does it. What was typed stays while a dialog is closed. */
export function LeavingDialogs({ saleId, leaving, open, onHide, onRefused }: Props) {
  const { permits, purchase } = leaving;
  return (
    <>
      {permits.map(({ kind, name, text, causes }) => (
        <Dialog key={kind} title={`¿Retirar tu permiso? ${name}`} open={open === kind} onHide={onHide}>
          <div className={styles.form}>
            <p>«{text}»</p>
            <p>{causes}</p>
            <ActForm<typeof withdrawPermit>
              action={`/clientes/mi-compra/${saleId}/retirar-permiso`}
              button="Retirar mi permiso"
              look="secondary"
              onRefused={onRefused}
            >
              <input type="hidden" name="permiso" value={kind} />
            </ActForm>
            <Button look="quiet" wide onClick={onHide}>
              Volver
            </Button>
          </div>
        </Dialog>
      ))}
      {purchase && (
        <Dialog
          title={purchase.atOnce ? '¿Desistir de tu compra?' : '¿Pedir desistir de tu compra?'}
          open={open === 'compra'}
          onHide={onHide}
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
              onRefused={onRefused}
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
            <Button look="quiet" wide onClick={onHide}>
              Volver
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
