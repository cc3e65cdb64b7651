import { useState, type FormEvent } from 'react';
import type { confirmCustomerCode, sendCustomerCode } from '#contract/auth/customerEndpoints.ts';
import { byField, usePost } from '../lib/usePost.ts';
import { typed } from '../lib/typed.ts';
import { Button } from './Button.tsx';
import { fieldId, TextField } from './Field.tsx';
import { Notice } from './Notice.tsx';
import styles from './CodeForm.module.css';

interface Props {
  saleId: number;
  /** The code was right. */
  onDone: () => void;
  askLabel?: string;
}

/** A one-time code to the mail or phone on file: asked for, written down, confirmed (rulings 11 and 38). */
export function CodeForm({ saleId, onDone, askLabel = 'Mandarme el código' }: Props) {
  const [sent, setSent] = useState<string | null>(null);
  const ask = usePost<typeof sendCustomerCode>();
  const confirm = usePost<typeof confirmCustomerCode>();

  async function askForCode() {
    const outcome = await ask.send('/clientes/codigo', { precontrato_id: saleId });
    ask.setBusy(false);
    if (!outcome.ok) return;
    setSent(outcome.answer.success);
    requestAnimationFrame(() => document.getElementById(fieldId('clave'))?.focus());
  }
  async function confirmCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Where it stands over another form, that one is not sent by it.
    event.stopPropagation();
    const clave = typed(new FormData(event.currentTarget), 'clave');
    const outcome = await confirm.send('/clientes/codigo/confirmar', { precontrato_id: saleId, clave });
    confirm.setBusy(false);
    if (outcome.ok) onDone();
  }

  const fault = byField(confirm.error)['clave'] ?? (confirm.error?.message || undefined);
  return (
    <div className={styles.content}>
      {ask.error && <Notice tone="negative" title={ask.error.message} announce="alert" />}
      {sent && <Notice tone="positive" title={sent} announce="status" />}
      {sent && (
        <form className={styles.content} noValidate onSubmit={(event) => void confirmCode(event)}>
          <TextField
            label="Código de 6 números"
            name="clave"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            error={fault}
            required
          />
          <Button type="submit" wide busy={confirm.busy}>
            Confirmar
          </Button>
        </form>
      )}
      <Button look={sent ? 'quiet' : 'primary'} wide busy={ask.busy} onClick={() => void askForCode()}>
        {sent ? 'Mandar otro código' : askLabel}
      </Button>
    </div>
  );
}
