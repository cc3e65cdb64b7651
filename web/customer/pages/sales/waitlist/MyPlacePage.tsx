import { useState, type FormEvent } from 'react';
import type { leaveLine, myPlacePage } from '#contract/sales/waitlist/waitlist.ts';
import { WAIT_STATES } from '#contract/sales/waitlist/waitStates.ts';
import type { PageProps } from '#contract/page.ts';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { Countdown } from '#web/customer/components/Countdown.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { timeText } from './timeText.ts';
import styles from './Waiting.module.css';

const TEXTS = {
  espera: '',
  ofrecido: 'Te tocó: abre el enlace del correo «El lote es tuyo» y completa tus datos antes de que termine.',
  tomado: 'El lote es tuyo. Sigue tu compra con el enlace de tu correo.',
  vencido: 'Tu tiempo para decidir terminó y el lote pasó a la siguiente persona. Puedes anotarte de nuevo.',
  salio: 'Saliste de la lista. Puedes anotarte de nuevo cuando quieras.',
} as const;

/** The customer's position in a lot's waitlist, and a button to leave it. */
export function MyPlacePage({ data }: PageProps<typeof myPlacePage>) {
  const { busy, error, send } = usePost<typeof leaveLine>();
  const [left, setLeft] = useState(false);
  const state = left ? 'salio' : data.state;
  const { lot, project, place, until } = data;
  const url = `/clientes/espera/${data.key}/salir` as const;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const outcome = await send(url, new FormData(event.currentTarget));
    if (outcome.ok) setLeft(true);
  }

  return (
    <Layout message={`Hola, estoy en la lista de espera del lote ${lot.name} de ${project.name}`}>
      <div className={styles.page}>
        <h1>
          Lote {lot.name} de {project.name}
        </h1>
        {state === 'espera' ? (
          <>
            <p>
              Tu puesto en la lista de espera
              <br />
              <span className={styles.place}>{place}</span>
            </p>
            <p>
              Avisamos en orden de llegada. Cuando te toque, te escribimos y guardamos el lote{' '}
              {timeText(data.offerMinutes)} solo para ti.
            </p>
          </>
        ) : (
          <Notice
            tone={state === 'ofrecido' || state === 'tomado' ? 'positive' : 'attention'}
            title={WAIT_STATES[state]}
            {...(left && { announce: 'status' as const })}
          >
            <p>
              {TEXTS[state]} {until && state === 'ofrecido' && <Countdown until={until} />}
            </p>
          </Notice>
        )}
        {(state === 'espera' || state === 'ofrecido') && (
          <form
            method="post"
            action={url}
            encType="multipart/form-data"
            className={styles.form}
            onSubmit={(event) => void submit(event)}
          >
            <CsrfField />
            <ErrorSummary error={error} />
            <details>
              <summary>{state === 'ofrecido' ? 'Ya no lo quiero' : 'Salir de la lista'}</summary>
              <p>
                {state === 'ofrecido'
                  ? 'El lote pasa a quien sigue en la lista.'
                  : 'Pierdes tu puesto; si vuelves a anotarte, empiezas por el final.'}
              </p>
              <Button type="submit" look="secondary" wide busy={busy}>
                {state === 'ofrecido' ? 'Sí, que pase al siguiente' : 'Sí, salir de la lista'}
              </Button>
            </details>
          </form>
        )}
        <ButtonLink href={`/proyectos/${project.slug}#plano`} look="quiet" wide>
          Ver los lotes del proyecto
        </ButtonLink>
      </div>
    </Layout>
  );
}
