import { useState, type FormEvent } from 'react';
import type { confirmLostLinkCode, sendLostLinkCode } from '#contract/auth/customerEndpoints.ts';
import type { PageProps } from '#contract/page.ts';
import { normalizePhone, PHONE_ERROR } from '#contract/phone.ts';
import type { lostLinkPage } from '#contract/purchase/pages.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorSummary } from '../../components/ErrorSummary.tsx';
import { fieldId, TextField } from '../../components/Field.tsx';
import { Layout } from '../../components/Layout.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useHydrated } from '../../lib/useHydrated.ts';
import { byField, usePost } from '../../lib/usePost.ts';
import { CsrfField } from '../../PageFrame.tsx';
import { OtherPurchases } from './OtherPurchases.tsx';
import { typed } from '../../lib/typed.ts';
import styles from './LostLinkPage.module.css';

/** "Perdí mi enlace": phone or cédula, then the code that was sent to the phone on file, then in. */
export function LostLinkPage({ data }: PageProps<typeof lostLinkPage>) {
  const ask = usePost<typeof sendLostLinkCode>();
  const confirm = usePost<typeof confirmLostLinkCode>();
  const [sent, setSent] = useState<string | null>(null);
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
    requestAnimationFrame(() => document.getElementById(fieldId('clave'))?.focus());
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (sent === null) return askForCode(form);
    const outcome = await confirm.send('/clientes/enlace/confirmar', form);
    if (outcome.ok) location.assign(outcome.answer.redirect);
  }

  return (
    <Layout compact message="Hola, perdí el enlace de mi compra">
      <div className={styles.page}>
        <h1>Encuentra tu compra</h1>
        <OtherPurchases others={data.open} title="Abiertas en este celular" />
        <p className={styles.lead}>
          Escribe el celular o la cédula con que compraste. Te mandamos un código para entrar.
        </p>
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
          <Button type="submit" wide busy={ask.busy || confirm.busy}>
            {sent === null ? 'Mandarme el código' : 'Entrar a mi compra'}
          </Button>
          {sent !== null && (
            <Button
              look="quiet"
              wide
              onClick={({ currentTarget }) => void askForCode(new FormData(currentTarget.form!))}
            >
              Mandar otro código
            </Button>
          )}
        </form>
        <p className={styles.note}>
          ¿Todavía no has comprado? <a href="/">Mira los proyectos</a>
        </p>
      </div>
    </Layout>
  );
}
