import { useState, type FormEvent } from 'react';
import type { confirmCustomerCode, sendCustomerCode } from '#contract/sales/buyerAccess/customerEndpoints.ts';
import type { FieldError } from '#contract/errors.ts';
import { byField, usePost } from '../lib/usePost.ts';
import { typed } from '../lib/typed.ts';
import { useHydrated } from '../lib/useHydrated.ts';
import { CsrfField } from '../PageFrame.tsx';
import { Button } from './Button.tsx';
import { fieldId, TextField } from './Field.tsx';
import { Notice } from './Notice.tsx';
import styles from './CodeForm.module.css';

interface Props {
  saleId: number;
  /** The code was correct. */
  onDone: () => void;
  askLabel?: string;
  /** Where the code was sent, if it was requested without JavaScript. */
  sentText?: string | null;
  /** A refused attempt without JavaScript: its errors and the typed code. */
  refused?: { errors: FieldError[]; typed: string };
}

/**
 * Requests and confirms a one-time code, sent to the mail or phone on file (rulings 11 and 38). Works without
 * JavaScript.
 */
export function CodeForm({ saleId, onDone, askLabel = 'Enviarme el código', sentText, refused }: Props) {
  const [sent, setSent] = useState(sentText ?? null);
  const ask = usePost<typeof sendCustomerCode>();
  const confirm = usePost<typeof confirmCustomerCode>();
  const hydrated = useHydrated();
  const writes = sent !== null || refused !== undefined;

  async function askForCode() {
    const outcome = await ask.send('/clientes/codigo', { precontrato_id: saleId });
    ask.setBusy(false);
    if (!outcome.ok) return;
    setSent(outcome.answer.success);
    requestAnimationFrame(() => document.getElementById(fieldId('clave'))?.focus());
  }
  async function confirmCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // React events bubble through portals: do not submit the form behind the dialog.
    event.stopPropagation();
    const clave = typed(new FormData(event.currentTarget), 'clave');
    const outcome = await confirm.send('/clientes/codigo/confirmar', { precontrato_id: saleId, clave });
    confirm.setBusy(false);
    if (outcome.ok) onDone();
  }

  const fault = byField(confirm.error ?? refused ?? null)['clave'] ?? (confirm.error?.message || undefined);
  return (
    <form
      className={styles.content}
      method="post"
      action="/clientes/codigo/confirmar"
      noValidate={hydrated}
      onSubmit={(event) => void confirmCode(event)}
    >
      <CsrfField />
      <input type="hidden" name="precontrato_id" value={saleId} />
      {ask.error && <Notice tone="negative" title={ask.error.message} announce="alert" />}
      {sent && <Notice tone="positive" title={sent} announce="status" />}
      {writes && (
        <>
          <TextField
            label="Código de 6 números"
            name="clave"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            defaultValue={refused?.typed}
            error={fault}
            required
          />
          <Button type="submit" wide busy={confirm.busy}>
            Confirmar
          </Button>
        </>
      )}
      <Button
        // Without JavaScript the same form is sent to another URL.
        type={hydrated ? 'button' : 'submit'}
        formAction="/clientes/codigo"
        formNoValidate
        look={writes ? 'quiet' : 'primary'}
        wide
        busy={ask.busy}
        onClick={hydrated ? () => void askForCode() : undefined}
      >
        {sent ? 'Enviar otro código' : askLabel}
      </Button>
    </form>
  );
}
