import { useState } from 'react';
import type {
  cancelMyAppointment,
  confirmMyAppointment,
  moveMyAppointment,
} from '#contract/sales/appointments/endpoints.ts';
import type { myAppointmentPage } from '#contract/sales/appointments/pages.ts';
import { SLOT_TAKEN } from '#contract/sales/appointments/rules.ts';
import { clockTime } from '#contract/dates.ts';
import type { PageProps } from '#contract/page.ts';
import { ButtonLink } from '#web/customer/components/Button.tsx';
import { TextField } from '#web/customer/components/Field.tsx';
import { DirectionLinks } from '#web/customer/components/DirectionLinks.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { ActForm } from '#web/customer/components/ActForm.tsx';
import { SlotChooser } from './SlotChooser.tsx';
import { TakenNotice } from './TakenNotice.tsx';
import { nearOf, useChoice } from './useChoice.ts';
import styles from './BookingPage.module.css';

/** The customer's appointment: time, place, and the allowed actions. */
export function MyAppointmentPage({ data }: PageProps<typeof myAppointmentPage>) {
  const { uid, project, state, open, whyNot } = data;
  const own = `/citas/mi-cita/${uid}` as const;
  return (
    <Layout phone={project.sellerPhone} message={`Hola, es sobre mi visita a ${project.name}`}>
      <div className={styles.page}>
        <header className={styles.head}>
          <h1>Tu cita</h1>
          <p>
            {data.name},{' '}
            {data.house === null
              ? `${open ? 'te esperamos en' : 'esta era tu visita a'} ${project.name}.`
              : `${open ? 'vamos a tu casa' : 'esta era nuestra visita a tu casa'}.`}
          </p>
        </header>
        {!open && (
          <Notice tone="attention" title={state.label}>
            {data.reason && <p>Motivo: {data.reason}</p>}
            {data.house === null && (
              <ButtonLink href={`/citas/${project.slug}`}>Agendar otra cita</ButtonLink>
            )}
          </Notice>
        )}
        <dl className={styles.facts}>
          <div>
            <dt>Cuándo</dt>
            <dd>
              {data.fecha_legible}, de {clockTime(data.hora_inicio)} a {clockTime(data.hora_final)}
            </dd>
          </div>
          <div>
            <dt>Dónde</dt>
            <dd>{data.house ?? `${project.name}, ${project.address || project.place}`}</dd>
          </div>
          <div>
            <dt>Te atiende</dt>
            <dd>{data.agent}</dd>
          </div>
          {open && (
            <div>
              <dt>Estado</dt>
              <dd>{state.label}</dd>
            </div>
          )}
        </dl>
        {open && data.house === null && <DirectionLinks directions={project.directions} />}
        {open && (
          <div className={styles.actions}>
            {data.confirmable && (
              <ActForm<typeof confirmMyAppointment>
                action={`${own}/confirmar`}
                button={data.house === null ? 'Sí, voy' : 'Sí, los espero'}
              />
            )}
            <ButtonLink look="secondary" wide href={data.calendar} download>
              Agregar a mi calendario
            </ButtonLink>
          </div>
        )}
        {open &&
          (whyNot ? (
            <p className={styles.note}>{whyNot}</p>
          ) : (
            <div>
              <Move data={data} own={own} />
              <details className={styles.fold}>
                <summary>Cancelar la cita</summary>
                <div>
                  <ActForm<typeof cancelMyAppointment>
                    action={`${own}/cancelar`}
                    button="Cancelar mi cita"
                    look="secondary"
                  >
                    <TextField label="¿Por qué?" name="motivo" maxLength={200} />
                  </ActForm>
                </div>
              </details>
              <p className={styles.note}>Se puede hasta {data.changeHours} horas antes.</p>
            </div>
          ))}
      </div>
    </Layout>
  );
}

function Move({
  data,
  own,
}: {
  data: PageProps<typeof myAppointmentPage>['data'];
  own: `/citas/mi-cita/${string}`;
}) {
  const choice = useChoice({ days: data.days, chosen: data.chosen, kept: null });
  const [open, setOpen] = useState(data.chosen !== null);
  const { ready } = choice;
  return (
    <details className={styles.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Cambiar el día o la hora</summary>
      <div>
        {choice.taken && <TakenNotice near={choice.taken} onChoose={choice.choose} />}
        {data.days.length === 0 && <p>Por ahora no hay otras horas libres. Escríbenos por WhatsApp.</p>}
        <SlotChooser
          days={choice.days}
          closed={data.closed}
          chosen={choice.chosen}
          path={own}
          onChoose={choice.choose}
        />
        {ready && (
          <ActForm<typeof moveMyAppointment>
            action={`${own}/mover`}
            button={`Cambiar a ${choice.days.find(({ fecha }) => fecha === ready.fecha)?.fecha_legible ?? ''}, ${clockTime(ready.hora)}`}
            onRefused={({ code, current }) => {
              if (code !== SLOT_TAKEN) return false;
              choice.lose(ready, nearOf(current));
              return true;
            }}
          >
            <input type="hidden" name="fecha" value={ready.fecha} />
            <input type="hidden" name="hora_inicio" value={ready.hora} />
          </ActForm>
        )}
      </div>
    </details>
  );
}
