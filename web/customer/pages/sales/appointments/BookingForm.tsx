import { useRef, useState, type FormEvent } from 'react';
import type { bookAppointment } from '#contract/sales/appointments/endpoints.ts';
import type { FreeTime } from '#contract/sales/appointments/model.ts';
import type { bookingPage } from '#contract/sales/appointments/pages.ts';
import { SLOT_TAKEN } from '#contract/sales/appointments/rules.ts';
import { clockTime } from '#contract/dates.ts';
import type { PageProps } from '#contract/page.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { TickBox } from '#web/customer/components/Choices.tsx';
import { ContactFields } from '#web/customer/components/ContactFields.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { Field } from '#web/customer/components/Field.tsx';
import { contactErrors } from '#web/customer/lib/contact.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { forget, typedOf, type Kept } from './keptForm.ts';
import type { Chosen } from './SlotChooser.tsx';
import { nearOf } from './useChoice.ts';
import styles from './BookingPage.module.css';

interface Props {
  data: PageProps<typeof bookingPage>['data'];
  ready: { fecha: string; hora: string };
  kept: Kept | null;
  /** The form was already complete on the last visit. */
  returned: boolean;
  onType: (typed: Partial<Kept>) => void;
  onTaken: (lost: Chosen, near: readonly Pick<FreeTime, 'fecha' | 'fecha_legible' | 'hora_inicio'>[]) => void;
}

/** Contact data of the visitor. Each change is stored in this browser. */
export function BookingForm({ data, ready, kept, returned, onType, onTaken }: Props) {
  const { project, me, days } = data;
  const { busy, error, setError, send } = usePost<typeof bookAppointment>();
  const [ticked, setTicked] = useState(kept?.consentimiento ?? false);
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const faults = byField(error);
  const initial = {
    nombre: kept?.nombre || (me?.nombre ?? ''),
    celular: kept?.celular || (me?.celular ?? ''),
    email: kept?.email || (me?.email ?? ''),
  };
  const day = days.find(({ fecha }) => fecha === ready.fecha);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const errors = contactErrors(sent);
    if (!ticked)
      errors.push({ field: 'consentimiento_datos', message: 'Marca la casilla para que podamos atenderte.' });
    if (errors.length > 0) return setError({ message: '', code: 'INVALID', errors });
    const outcome = await send(`/citas/${project.slug}`, sent);
    if (outcome.ok) {
      forget(project.slug);
      location.assign(outcome.answer.redirect);
    } else if (outcome.error.code === SLOT_TAKEN) {
      setError(null);
      onTaken(ready, nearOf(outcome.error.current));
      scrollTo({ top: 0 });
    }
  }

  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      action={`/citas/${project.slug}`}
      encType="multipart/form-data"
      noValidate={hydrated}
      onSubmit={(event) => void submit(event)}
      onInput={() => form.current && onType(typedOf(new FormData(form.current)))}
    >
      <CsrfField />
      <input type="hidden" name="fecha" value={ready.fecha} />
      <input type="hidden" name="hora_inicio" value={ready.hora} />
      <h2 id="datos" tabIndex={-1}>
        3. Tus datos
      </h2>
      <p className={styles.choice}>
        {day?.fecha_legible}, {clockTime(ready.hora)}
      </p>
      {returned && <p className={styles.note}>Guardamos lo que escribiste. Revísalo y agenda.</p>}
      <ErrorSummary error={error} />
      <ContactFields initial={initial} faults={faults} emailHint="Te enviamos la cita para tu calendario." />
      <Field label="¿Algo que debamos saber?" name="comentario" error={faults['comentario']}>
        {(binding) => <textarea {...binding} rows={3} maxLength={500} defaultValue={kept?.comentario} />}
      </Field>
      <TickBox
        name="consentimiento_datos"
        initial={kept?.consentimiento ?? false}
        onTick={setTicked}
        error={faults['consentimiento_datos']}
      >
        {data.consent} <a href="/privacidad">Leer la política</a>
      </TickBox>
      <Button type="submit" wide busy={busy}>
        Agendar mi cita
      </Button>
      <p className={styles.note}>
        Puedes cambiarla o cancelarla hasta {data.changeHours} horas antes, con el enlace que te enviamos por
        correo.
      </p>
    </form>
  );
}
