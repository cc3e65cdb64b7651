import { dayText } from '#contract/dates.ts';
import type { rightAskedPage } from '#contract/overview/privacy/ask.ts';
import { rightName } from '#contract/overview/privacy/rights.ts';
import type { PageProps } from '#contract/page.ts';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import styles from './PrivacyPage.module.css';

/** After a request: the same words whether the person is known or not. */
export function RightAskedPage({ data: { kind, due } }: PageProps<typeof rightAskedPage>) {
  return (
    <Layout message="Hola, envié una solicitud sobre mis datos personales">
      <article className={styles.text}>
        <h1 className={styles.over}>Recibimos tu solicitud</h1>
        <Notice tone="positive" title={`${rightName(kind)}: te respondemos a más tardar el ${dayText(due)}.`}>
          <p>
            Te respondemos al celular o al correo que tenemos de ti. Si lo que escribiste no coincide con
            nuestros datos, no podemos saber que eres tú: escríbenos o visítanos con tu cédula.
          </p>
        </Notice>
        <p className={styles.lead}>
          <a href="/privacidad">Volver a la política de privacidad</a>
        </p>
      </article>
    </Layout>
  );
}
