import { useState, type FormEvent } from 'react';
import type { joinLine, joinPage } from '#contract/sales/waitlist/waitlist.ts';
import type { PageProps } from '#contract/page.ts';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { TickBox } from '#web/customer/components/Choices.tsx';
import { ContactFields } from '#web/customer/components/ContactFields.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { PrivacyLink } from '#web/customer/components/PrivacyLink.tsx';
import { contactErrors } from '#web/customer/lib/contact.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { timeText } from './timeText.ts';
import styles from './Waiting.module.css';

/** Joins the waitlist of a claimed lot. For a free or sold lot, says where to go instead. */
export function JoinPage({ data }: PageProps<typeof joinPage>) {
  const { lot, project, state, waiting, offerMinutes, consentText } = data;
  const { busy, error, setError, send } = usePost<typeof joinLine>();
  const [place, setPlace] = useState(data.place);
  const hydrated = useHydrated();
  const faults = byField(error);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const errors = contactErrors(form);
    if (!form.has('consentimiento_datos'))
      errors.push({
        field: 'consentimiento_datos',
        message: 'Marca tu permiso para guardar tus datos.',
      });
    if (errors.length > 0) return setError({ message: '', code: 'INVALID', errors });
    const outcome = await send(`/clientes/lotes/${lot.id}/espera`, form);
    if (outcome.ok) setPlace(outcome.answer.puesto);
  }

  return (
    <Layout message={`Hola, me interesa el lote ${lot.name} de ${project.name}`}>
      <div className={styles.page}>
        <h1>
          Lote {lot.name} de {project.name}
        </h1>
        {place !== null && (
          <Notice tone="positive" title={`Estás en la lista de espera: puesto ${place}`} announce="status">
            <p>
              Te enviamos un correo con tu enlace, para ver tu puesto o salir. Si el lote queda libre y te
              toca, te escribimos y lo guardamos {timeText(offerMinutes)} solo para ti.
            </p>
          </Notice>
        )}
        {place === null && state === 'libre' && (
          <Notice tone="positive" title="Este lote está libre">
            <p>No hace falta esperar: elige tu modelo y apártalo ahora.</p>
          </Notice>
        )}
        {place === null && state === 'vendido' && (
          <Notice tone="attention" title="Este lote ya se vendió">
            <p>Mira los demás lotes del proyecto.</p>
          </Notice>
        )}
        {place === null && state === 'tomado' && (
          <>
            <p>
              Otra persona lo tiene apartado. Anótate: si queda libre, avisamos en orden de llegada y a quien
              le toca se lo guardamos {timeText(offerMinutes)}.{' '}
              {waiting === 0 ? 'Serías la primera persona de la lista.' : `Esperan ${waiting} antes que tú.`}
            </p>
            <form
              className={styles.form}
              method="post"
              action={`/clientes/lotes/${lot.id}/espera`}
              encType="multipart/form-data"
              noValidate={hydrated}
              onSubmit={(event) => void submit(event)}
            >
              <CsrfField />
              <ErrorSummary error={error} />
              <ContactFields faults={faults} emailHint="Ahí te avisamos." />
              <TickBox name="consentimiento_datos" initial={false} error={faults['consentimiento_datos']}>
                {consentText} <PrivacyLink />
              </TickBox>
              <Button type="submit" wide busy={busy}>
                Anotarme en la lista de espera
              </Button>
            </form>
          </>
        )}
        <ButtonLink href={`/proyectos/${project.slug}#plano`} look="secondary" wide>
          Ver los lotes del proyecto
        </ButtonLink>
      </div>
    </Layout>
  );
}
