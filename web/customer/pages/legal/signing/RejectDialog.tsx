import type { FormEvent } from 'react';
import type { rejectSignature } from '#contract/legal/signing/endpoints.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Field } from '#web/customer/components/Field.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { typed } from '#web/customer/lib/typed.ts';
import styles from './RejectDialog.module.css';

interface Props {
  saleName: string;
  /** The document that is not signed; by default the pre-contract. */
  document?: number;
  /** The signer is a buyer, and not somebody who signs for one or for the company. */
  buys?: boolean;
  open: boolean;
  onHide: () => void;
  /** The server wants a one-time code first. */
  onCode: () => void;
  onDone: (message: string, redirect: string) => void;
}

const WHY = 'Cuéntanos el motivo: así podemos arreglarlo.';

/** Asks why the buyer does not sign. A reason is required here, although the endpoint accepts none. */
export function RejectDialog({ saleName, document, buys = true, open, onHide, onCode, onDone }: Props) {
  const { busy, error, setError, send } = usePost<typeof rejectSignature>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const motivo = typed(new FormData(event.currentTarget), 'motivo').trim();
    if (motivo === '')
      return setError({ message: '', code: 'INVALID', errors: [{ field: 'motivo', message: WHY }] });
    const outcome = await send(`/clientes/firma/${saleName}/rechazar`, {
      motivo,
      ...(document !== undefined && { id: String(document) }),
    });
    if (outcome.ok) onDone(outcome.answer.success, outcome.answer.redirect);
    else if (outcome.error.code === 'CODE_NEEDED') onCode();
  }

  return (
    <Dialog title="¿No quieres firmar?" open={open} onHide={onHide}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{buys ? 'Tu compra' : 'La compra'} no se cancela: te llamamos para aclararlo.</p>
        {error?.message && error.code !== 'CODE_NEEDED' && (
          <Notice tone="negative" title={error.message} announce="alert" />
        )}
        <Field label="Motivo" name="motivo" error={byField(error)['motivo']} required>
          {(binding) => <textarea {...binding} rows={4} maxLength={1000} />}
        </Field>
        <Button type="submit" wide busy={busy}>
          Rechazar la firma
        </Button>
        <Button look="quiet" wide onClick={onHide}>
          Volver
        </Button>
      </form>
    </Dialog>
  );
}
