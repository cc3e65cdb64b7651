import type { askForHelp } from '#contract/care/tickets/mine.ts';
import type { helpPage } from '#contract/care/tickets/pages.ts';
import type { PageProps } from '#contract/page.ts';
import { Field } from '#web/customer/components/Field.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Select } from '#web/customer/components/Select.tsx';
import { useFresh } from '#web/customer/lib/useFresh.ts';
import { MyTicket } from './MyTicket.tsx';
import { PhotoForm } from './PhotoForm.tsx';
import styles from './HelpPage.module.css';

/** What a family asks for about its purchase or its house, and how each of it goes. */
export function HelpPage({ data }: PageProps<typeof helpPage>) {
  const { sale, topics, delivered, tickets } = useFresh(data);
  const form = (
    <PhotoForm<typeof askForHelp> action={`/clientes/mi-compra/${sale.id}/ayuda`} button="Enviar">
      {(faults) => (
        <>
          <Select
            label="¿De qué se trata?"
            name="asunto"
            initial=""
            empty="Elige una opción"
            options={topics}
            error={faults['asunto']}
            required
          />
          <Field label="Cuéntanos qué pasa" name="texto" error={faults['texto']} required>
            {(binding) => <textarea {...binding} rows={4} maxLength={4000} />}
          </Field>
        </>
      )}
    </PhotoForm>
  );
  return (
    <Layout phone={sale.sellerPhone} message={`Hola, necesito ayuda con mi compra ${sale.code ?? ''}`}>
      <div className={styles.page}>
        <header className={styles.head}>
          <p>
            <a href={`/clientes/mi-compra/${sale.name}`}>Volver a Mi compra</a>
          </p>
          <h1>Ayuda y reparaciones</h1>
          <p>
            {delivered
              ? 'Dinos qué hay que reparar, o en qué te ayudamos. Te decimos enseguida si lo cubre tu garantía.'
              : 'Dinos en qué te ayudamos. Aquí mismo te respondemos.'}
          </p>
        </header>
        {tickets.length === 0 ? (
          form
        ) : (
          <>
            <details className={styles.more}>
              <summary>Pedir otra cosa</summary>
              {form}
            </details>
            <section className={styles.list} aria-labelledby="solicitudes">
              <h2 id="solicitudes">Lo que nos pediste</h2>
              {tickets.map((one) => (
                <MyTicket key={one.id} ticket={one} />
              ))}
            </section>
          </>
        )}
      </div>
    </Layout>
  );
}
