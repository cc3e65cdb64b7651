import { useState, type FormEvent } from 'react';
import type { confirmSigner, sendSignerCode } from '#contract/legal/envelopes/customerEndpoints.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { fieldId, TextField } from '#web/customer/components/Field.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { typed } from '#web/customer/lib/typed.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import styles from './IdentifyForm.module.css';

interface Props {
  id: number;
  /** Where the code goes, masked. */
  codeTo: string;
  /** The sentence of a code that was sent before the script had loaded. */
  codeSent: string | null;
  tablet: boolean;
  documentLabel: string;
  onDone: () => void;
}

/** Who signs: a code to the own phone or mail, the number of the identity document and the typed name. */
export function IdentifyForm({ id, codeTo, codeSent, tablet, documentLabel, onDone }: Props) {
  const [sent, setSent] = useState(codeSent);
  const ask = usePost<typeof sendSignerCode>();
  const confirm = usePost<typeof confirmSigner>();
  const hydrated = useHydrated();
  const at = `/clientes/documentos/${id}/codigo` as const;
  const faults = byField(confirm.error);
  const closed = confirm.error?.code === 'LINK_CLOSED' || ask.error?.code === 'LINK_CLOSED';

  async function askForCode() {
    const outcome = await ask.send(at, {});
    ask.setBusy(false);
    if (!outcome.ok) return;
    setSent(outcome.answer.success);
    requestAnimationFrame(() => document.getElementById(fieldId('clave'))?.focus());
  }
  async function confirmIt(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      clave: typed(form, 'clave'),
      cedula: typed(form, 'cedula'),
      nombre: typed(form, 'nombre'),
    };
    const outcome = await confirm.send(`${at}/confirmar`, body);
    confirm.setBusy(false);
    if (outcome.ok) onDone();
  }

  return (
    <form
      className={styles.form}
      method="post"
      action={`${at}/confirmar`}
      noValidate={hydrated}
      onSubmit={(event) => void confirmIt(event)}
    >
      <CsrfField />
      <h2>Confirma quién firma</h2>
      <p>
        Para que nadie firme por ti, enviamos un código de 6 números a {codeTo}.
        {tablet && ' Míralo en tu propio celular: no en esta tableta.'}
      </p>
      {ask.error && <Notice tone="negative" title={ask.error.message} announce="alert" />}
      {sent && <Notice tone="positive" title={sent} announce="status" />}
      {!closed && (
        <>
          <Button
            // Without JavaScript the same form is sent to another URL.
            type={hydrated ? 'button' : 'submit'}
            formAction={at}
            formNoValidate
            look={sent ? 'quiet' : 'primary'}
            wide
            busy={ask.busy}
            onClick={hydrated ? () => void askForCode() : undefined}
          >
            {sent ? 'Enviar otro código' : 'Enviarme el código'}
          </Button>
          {(sent !== null || !hydrated) && (
            <>
              <TextField
                label="Código de 6 números"
                name="clave"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={9}
                error={faults['clave']}
                required
              />
              <TextField
                label={`Número de tu documento (${documentLabel.toLowerCase()})`}
                name="cedula"
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={40}
                error={faults['cedula']}
                required
              />
              <TextField
                label="Tu nombre completo"
                hint="Escríbelo como está en el documento: así dices que eres tú quien firma."
                name="nombre"
                autoComplete="name"
                maxLength={160}
                error={faults['nombre']}
                required
              />
              {confirm.error && Object.keys(faults).length === 0 && (
                <Notice tone="negative" title={confirm.error.message} announce="alert" />
              )}
              <Button type="submit" wide busy={confirm.busy}>
                Confirmar
              </Button>
            </>
          )}
        </>
      )}
      {closed && confirm.error && <Notice tone="negative" title={confirm.error.message} announce="alert" />}
    </form>
  );
}
