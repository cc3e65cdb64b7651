import { use, useState, type FormEvent } from 'react';
import type { confirmLostLinkCode, sendLostLinkCode } from '#contract/sales/buyerAccess/customerEndpoints.ts';
import { normalizePhone, PHONE_ERROR } from '#contract/phone.ts';
import { typed } from '../lib/typed.ts';
import { useHydrated } from '../lib/useHydrated.ts';
import { byField, usePost } from '../lib/usePost.ts';
import { CsrfField } from '../PageFrame.tsx';
import { Button } from './Button.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { fieldId, FieldScope, TextField } from './Field.tsx';
import { Notice } from './Notice.tsx';
import styles from './FindPurchase.module.css';

/**
 * "Perdí mi enlace": phone or cédula, then the code that is mailed to the address on file. Works without JavaScript:
 * `sentBefore` is the answer to a code that the plain form asked for.
 */
export function FindPurchase({
  sentBefore = null,
  onFound,
}: {
  sentBefore?: string | null;
  onFound: (redirect: string) => void;
}) {
  const ask = usePost<typeof sendLostLinkCode>();
  const confirm = usePost<typeof confirmLostLinkCode>();
  const [sent, setSent] = useState(sentBefore);
  const scope = use(FieldScope);
  const hydrated = useHydrated();
  const error = confirm.error ?? ask.error;
  const faults = byField(error);

  async function askForCode(form: FormData) {
    const celular = typed(form, 'celular').trim();
    const cedula = typed(form, 'cedula').trim();
    confirm.setError(null);
    const fault =
      celular === '' && cedula === ''
        ? 'Escribe tu celular o tu cédula.'
        : celular !== '' && !normalizePhone(celular)
          ? PHONE_ERROR
          : null;
    if (fault)
      return ask.setError({ message: '', code: 'INVALID', errors: [{ field: 'celular', message: fault }] });
    const outcome = await ask.send('/clientes/enlace', form);
    ask.setBusy(false);
    if (!outcome.ok) return;
    setSent(outcome.answer.success);
    requestAnimationFrame(() => document.getElementById(fieldId(`${scope}clave`))?.focus());
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (sent === null) return askForCode(form);
    const outcome = await confirm.send('/clientes/enlace/confirmar', form);
    if (outcome.ok) onFound(outcome.answer.redirect);
  }

  return (
    <form
      className={styles.form}
      method="post"
      action="/clientes/enlace"
      encType="multipart/form-data"
      noValidate={hydrated}
      onSubmit={(event) => void submit(event)}
    >
      <CsrfField />
      <ErrorSummary error={error} />
      <TextField
        label="Celular"
        name="celular"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="6123-4567"
        error={faults['celular']}
        mark={false}
      />
      <p className={styles.or}>o</p>
      <TextField
        label="Cédula, pasaporte o RUC"
        name="cedula"
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="8-712-4567"
        error={faults['cedula']}
        mark={false}
      />
      {sent && <Notice tone="positive" title={sent} announce="status" />}
      {(sent !== null || !hydrated) && (
        <div className={sent === null ? styles.plain : styles.code}>
          <TextField
            label="Código de 6 números"
            name="clave"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            error={faults['clave']}
            required={sent !== null}
          />
          {sent === null && (
            <Button type="submit" look="secondary" wide formAction="/clientes/enlace/confirmar">
              Ya tengo el código: entrar
            </Button>
          )}
        </div>
      )}
      <Button
        type="submit"
        wide
        busy={ask.busy || confirm.busy}
        formAction={sent === null ? undefined : '/clientes/enlace/confirmar'}
      >
        {sent === null ? 'Enviarme el código' : 'Entrar a mi compra'}
      </Button>
      {sent !== null && (
        <Button
          look="quiet"
          wide
          onClick={({ currentTarget }) => void askForCode(new FormData(currentTarget.form!))}
        >
          Enviar otro código
        </Button>
      )}
    </form>
  );
}
