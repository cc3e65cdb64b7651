import type { PageProps } from '#contract/page.ts';
import type { projectsPage } from '#contract/projects/showcase/pages.ts';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { Section } from '#web/customer/components/Section.tsx';
import { BuyingSteps } from './BuyingSteps.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import styles from './ProjectsPage.module.css';

/** The start page: projects, installments, and the steps of a purchase. */
export function ProjectsPage({ data: { projects } }: PageProps<typeof projectsPage>) {
  return (
    <Layout message="Hola, quiero información de sus casas">
      <div className={styles.intro}>
        <h1>Tu casa nueva, desde tu celular</h1>
        <p>
          Elige tu casa, mira cuánto pagarías al mes y sepárala en minutos. Te acompañamos hasta que tengas
          las llaves.
        </p>
      </div>
      {projects.length > 0 ? (
        <ul className={styles.cards}>
          {projects.map((project, at) => (
            <li key={project.slug}>
              <ProjectCard project={project} first={at === 0} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.none}>
          <Notice title="Pronto tendremos casas a la venta.">Escríbenos y te avisamos cuando salgan.</Notice>
        </div>
      )}
      <Section
        title="Así compras tu casa"
        lead="Cuatro pasos. En cada uno te decimos qué sigue y quién lo tiene."
      >
        <BuyingSteps />
      </Section>
    </Layout>
  );
}
