import { dayText } from '#contract/dates.ts';
import type { PageProps } from '#contract/page.ts';
import type { privacyPage } from '#contract/overview/privacy/pages.ts';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { useSite } from '#web/customer/PageFrame.tsx';
import { RightForm } from './RightForm.tsx';
import styles from './PrivacyPage.module.css';

/** The privacy policy in plain words. */
export function PrivacyPage({ data }: PageProps<typeof privacyPage>) {
  const { version, from, replaced, sections, versions, known } = data;
  const { company, legalName } = useSite();
  return (
    <Layout message="Hola, quiero hacer una consulta sobre mis datos personales">
      <article className={styles.text}>
        <h1>Tus datos personales</h1>
        <p className={styles.lead}>
          {legalName || company} es responsable de tus datos y los trata según la Ley 81 de 2019 y el Decreto
          Ejecutivo 285 de 2021.
        </p>
        {replaced && (
          <Notice tone="attention" title="Este texto ya fue reemplazado.">
            <a href="/privacidad">Leer el texto vigente</a>
          </Notice>
        )}
        {sections.map(({ title, paragraphs }) => (
          <section key={title}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        {!replaced && <RightForm known={known} />}
        <footer className={styles.foot}>
          <p>
            Versión {version}, vigente desde el {dayText(from)}.
          </p>
          {versions.length > 1 && (
            <p>
              Otras versiones:{' '}
              {versions
                .filter((other) => other !== version)
                .map((other) => (
                  <a key={other} href={`/privacidad?version=${other}`}>
                    {other}
                  </a>
                ))}
            </p>
          )}
        </footer>
      </article>
    </Layout>
  );
}
