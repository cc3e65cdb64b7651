import type { PageProps } from '#contract/page.ts';
import type { projectPage } from '#contract/projects/showcase/pages.ts';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Section } from '#web/customer/components/Section.tsx';
import { BeforeYouStart } from './BeforeYouStart.tsx';
import { BuyingSteps } from './BuyingSteps.tsx';
import { LotPlan } from './LotPlan.tsx';
import { ModelCard } from './ModelCard.tsx';
import { ProjectHero } from './ProjectHero.tsx';
import { Questions } from './Questions.tsx';
import { termsText } from './termsText.ts';
import styles from './ProjectPage.module.css';

/** A project: description, house models with installments, and free lots. */
export function ProjectPage({ data }: PageProps<typeof projectPage>) {
  const { name, models, terms, plan, sellerPhone, separationCents } = data;
  const message = `Hola, quiero información de ${name}`;
  return (
    <Layout phone={sellerPhone} message={message}>
      <ProjectHero project={data} />
      <Section
        id="modelos"
        title="Elige tu modelo"
        lead={models.length > 0 ? termsText(terms) : 'Pronto publicaremos los modelos de este proyecto.'}
      >
        <ul className={styles.models}>
          {models.map((model) => (
            <li key={model.id}>
              <ModelCard model={model} terms={terms} projectName={name} phone={sellerPhone} />
            </li>
          ))}
        </ul>
      </Section>
      {plan && (
        <Section
          id="plano"
          title="Lotes libres"
          lead="Toca un lote libre para ver su tamaño y su recargo, y cómpralo."
        >
          <LotPlan plan={plan} projectName={name} models={models} />
        </Section>
      )}
      <Section title="Lo que necesitas antes de empezar">
        <BeforeYouStart separationCents={separationCents} />
      </Section>
      <Section title="Así compras tu casa">
        <BuyingSteps />
      </Section>
      <Section title="Preguntas frecuentes">
        <Questions separationCents={separationCents} />
      </Section>
    </Layout>
  );
}
