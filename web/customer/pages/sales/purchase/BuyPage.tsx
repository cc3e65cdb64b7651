import { useState } from 'react';
import type { PageProps } from '#contract/page.ts';
import type { buyPage } from '#contract/sales/purchase/pages.ts';
import { ButtonLink } from '#web/customer/components/Button.tsx';
import { Countdown } from '#web/customer/components/Countdown.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { BeforeYouStart } from '#web/customer/pages/projects/showcase/BeforeYouStart.tsx';
import { BuyForm } from './BuyForm.tsx';
import { BuyHouse } from './BuyHouse.tsx';
import styles from './BuyPage.module.css';

/** A model: price, lot, and three fields to start the purchase. */
export function BuyPage({ data }: PageProps<typeof buyPage>) {
  const { project, model, terms, draft, lots, sellerPhone } = data;
  const [lotId, setLotId] = useState(draft?.lotId ?? data.chosenLotId);
  const lot = lots.find(({ id }) => id === lotId) ?? null;
  return (
    <Layout phone={sellerPhone} message={`Hola, me interesa ${model.name} en ${project.name}`}>
      <div className={styles.page}>
        <nav className={styles.back} aria-label="Volver">
          <a href={`/proyectos/${project.slug}#modelos`}>← {project.name}</a>
        </nav>
        <BuyHouse model={model} place={project.place} terms={terms} lot={lot} />
        <div className={styles.form}>
          {draft && (
            <Notice title="Ya empezaste esta compra">
              <p>
                {draft.lotUntil && (
                  <>
                    Tu lote sigue apartado: <Countdown until={draft.lotUntil} />.{' '}
                  </>
                )}
                Lo que escribiste está guardado.
              </p>
              <ButtonLink look="quiet" href={`/clientes/precontrato/${draft.id}`}>
                Seguir donde quedé
              </ButtonLink>
            </Notice>
          )}
          <details className={styles.needs}>
            <summary>Lo que necesitas antes de empezar</summary>
            <BeforeYouStart separationCents={data.separationCents} />
          </details>
          <BuyForm data={data} lotId={lotId} onLot={setLotId} />
        </div>
      </div>
    </Layout>
  );
}
