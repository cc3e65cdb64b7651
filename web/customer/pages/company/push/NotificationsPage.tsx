import { useEffect, useState, type FormEvent } from 'react';
import type { confirmPush, stopPush } from '#contract/company/push/endpoints.ts';
import type { notificationsPage } from '#contract/company/push/pages.ts';
import type { PageProps } from '#contract/page.ts';
import { TEXTS } from '#contract/texts.ts';
import {
  INSTALL_STEPS,
  PUSH_TEXTS,
  pushState,
  switchOff,
  switchOn,
  type PushState,
} from '#web/design/push.ts';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import styles from './NotificationsPage.module.css';

/** The buyer switches notices on in this browser. The permission is asked for by the button alone. */
export function NotificationsPage({ data }: PageProps<typeof notificationsPage>) {
  const [state, setState] = useState<PushState | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const confirming = usePost<typeof confirmPush>();
  const stopping = usePost<typeof stopPush>();
  useEffect(() => void pushState().then(setState), []);

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    confirming.setBusy(true);
    const subscription = await switchOn(data.key).catch(() => undefined);
    if (!subscription) {
      confirming.setBusy(false);
      confirming.setError({
        code: 'PUSH',
        message:
          subscription === null
            ? 'Tu navegador no dio el permiso. Toca el botón otra vez y elige «Permitir».'
            : 'Tu navegador no pudo activar los avisos. Revisa tu conexión e inténtalo de nuevo.',
      });
      return setState(await pushState());
    }
    form.set('push_subscription', JSON.stringify(subscription));
    const outcome = await confirming.send('/clientes/notificaciones/confirmar', form);
    confirming.setBusy(false);
    if (!outcome.ok) return undefined;
    setConfirmed(true);
    return setState('on');
  }

  async function stop() {
    const endpoint = await switchOff();
    const outcome = await stopping.send('/api/push_messages/stop', { endpoint: endpoint ?? '' });
    stopping.setBusy(false);
    if (!outcome.ok) return;
    setConfirmed(false);
    setState('off');
  }

  const on = state === 'on' && (data.on || confirmed);
  return (
    <Layout message="Hola, es sobre los avisos de mi compra">
      <div className={styles.page}>
        <h1>Avisos en tu celular</h1>
        <p>
          Te avisamos aquí cuando revisemos un documento, confirmemos un pago, falte tu firma o te escribamos.
          El aviso no muestra tus datos.
        </p>
        <output>
          {(confirmed || (state === null && data.confirmed)) && (
            <Notice tone="positive" title={TEXTS.pushConfirmed} />
          )}
        </output>
        {state !== null && state !== 'on' && state !== 'off' && (
          <Notice tone="attention" title={PUSH_TEXTS[state]}>
            {state === 'install' && (
              <ol className={styles.steps}>
                {INSTALL_STEPS.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            )}
          </Notice>
        )}
        {on ? (
          <>
            {!confirmed && <Notice tone="positive" title="Este equipo recibe los avisos de tu compra." />}
            <ErrorSummary error={stopping.error} />
            <Button type="button" look="secondary" wide busy={stopping.busy} onClick={() => void stop()}>
              Dejar de recibir avisos aquí
            </Button>
          </>
        ) : (
          (state === null || state === 'off' || state === 'on') && (
            <form
              method="post"
              action="/clientes/notificaciones/confirmar"
              encType="multipart/form-data"
              className={styles.form}
              onSubmit={(event) => void confirm(event)}
            >
              <CsrfField />
              <ErrorSummary error={confirming.error} />
              <label className={styles.check}>
                <input type="checkbox" name="primary" value="1" defaultChecked={data.primary} />
                Este es mi equipo principal: avísame solo aquí
              </label>
              <Button type="submit" wide busy={confirming.busy}>
                Activar avisos
              </Button>
            </form>
          )
        )}
        <ButtonLink href="/clientes/siguiente/" look="quiet" wide>
          Volver a mi compra
        </ButtonLink>
      </div>
    </Layout>
  );
}
