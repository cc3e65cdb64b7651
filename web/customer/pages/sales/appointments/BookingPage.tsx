import type { bookingPage } from '#contract/sales/appointments/pages.ts';
import type { PageProps } from '#contract/page.ts';
import { ButtonLink } from '#web/customer/components/Button.tsx';
import { DirectionLinks } from '#web/customer/components/DirectionLinks.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { Steps } from '#web/customer/components/Steps.tsx';
import { BookingForm } from './BookingForm.tsx';
import { SlotChooser, type Chosen } from './SlotChooser.tsx';
import { TakenNotice } from './TakenNotice.tsx';
import { useChoice } from './useChoice.ts';
import { useKept } from './useKept.ts';
import styles from './BookingPage.module.css';

/** Books a visit to a project: day, hour, contact. The browser stores the values until the booking. */
export function BookingPage({ data }: PageProps<typeof bookingPage>) {
  const { project, mine } = data;
  const { before, kept, change } = useKept(project.slug);
  const choice = useChoice({
    days: data.days,
    chosen: data.chosen,
    kept: before?.fecha ? { fecha: before.fecha, hora: before.hora || null } : null,
  });
  const { chosen, ready } = choice;
  const path = `/citas/${project.slug}`;

  function choose(next: Chosen) {
    choice.choose(next);
    change({ fecha: next.fecha, hora: next.hora ?? '' });
    const target = next.hora ? 'datos' : 'hora';
    // After the next render.
    requestAnimationFrame(() => {
      const heading = document.getElementById(target);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'start' });
    });
  }

  return (
    <Layout phone={project.sellerPhone} message={`Hola, quiero visitar ${project.name}`}>
      <div className={styles.page}>
        <nav className={styles.back} aria-label="Volver">
          <a href={`/proyectos/${project.slug}`}>← {project.name}</a>
        </nav>
        <header className={styles.head}>
          <h1>Agenda tu visita</h1>
          <p>
            {project.address || project.place}. La visita dura {data.slotMinutes} minutos y no cuesta nada.
          </p>
          <DirectionLinks directions={project.directions} />
        </header>
        {mine && (
          <Notice title="Ya tienes una cita">
            <p>{mine.text}</p>
            <ButtonLink look="quiet" href={mine.href}>
              Ver mi cita
            </ButtonLink>
          </Notice>
        )}
        {data.days.length === 0 ? (
          <Notice tone="attention" title="Por ahora no hay horas libres">
            <p>Escríbenos por WhatsApp y buscamos un momento para ti.</p>
          </Notice>
        ) : (
          <>
            <Steps
              across
              label="Pasos"
              steps={[
                { label: 'Día', state: chosen ? 'done' : 'current' },
                { label: 'Hora', state: ready ? 'done' : chosen ? 'current' : 'todo' },
                { label: 'Tus datos', state: ready ? 'current' : 'todo' },
              ]}
            />
            {choice.taken && <TakenNotice near={choice.taken} onChoose={choose} />}
            <SlotChooser
              days={choice.days}
              closed={data.closed}
              chosen={chosen}
              path={path}
              onChoose={choose}
            />
            {ready && (
              <BookingForm
                key={before ? 'kept' : 'fresh'}
                data={data}
                ready={ready}
                kept={kept}
                returned={before?.completo === true}
                onType={(typed) => change({ ...typed, fecha: ready.fecha, hora: ready.hora })}
                onTaken={choice.lose}
              />
            )}
          </>
        )}
      </div>
    </Layout>
  );
}
