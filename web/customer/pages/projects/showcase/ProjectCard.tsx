import { IconArrowRight, IconMapPin } from '@tabler/icons-react';
import { monthText } from '#contract/dates.ts';
import type { ProjectCard as ProjectCardData } from '#contract/projects/showcase/pages.ts';
import { Money } from '#web/customer/components/Money.tsx';
import { Picture } from '#web/customer/components/Picture.tsx';
import { lotsText } from './lotsText.ts';
import styles from './ProjectCard.module.css';

/** `sizes` of the card's picture. The page's <head> preloads the first picture with the same value. */
const CARD_SIZES = '(min-width: 78rem) 600px, (min-width: 48rem) 50vw, 100vw';

/** A large card of one project. The whole card is a link. */
export function ProjectCard({ project, first }: { project: ProjectCardData; first: boolean }) {
  const {
    slug,
    name,
    place,
    summary,
    picture,
    fromPriceCents,
    fromInstallmentCents,
    fromHelpedCents,
    freeLots,
    deliveryMonth,
  } = project;
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        {picture && <Picture picture={picture} sizes={CARD_SIZES} first={first} cover />}
        <p className={styles.free}>{lotsText(freeLots)}</p>
      </div>
      <div className={styles.body}>
        <p className={styles.place}>
          <IconMapPin size={18} aria-hidden /> {place}
        </p>
        <h2>
          <a className={styles.link} href={`/proyectos/${slug}`}>
            {name}
          </a>
        </h2>
        <p className={styles.summary}>{summary}</p>
        {fromPriceCents !== null && (
          <dl className={styles.prices}>
            <div>
              <dt>Casas desde</dt>
              <dd>
                <Money cents={fromPriceCents} large />
              </dd>
            </div>
            {fromInstallmentCents !== null && (
              <div>
                <dt>Letra mensual desde{fromHelpedCents !== null && ', con interés preferencial'}</dt>
                <dd>
                  <Money cents={fromHelpedCents ?? fromInstallmentCents} large />
                </dd>
              </div>
            )}
          </dl>
        )}
        <p className={styles.foot}>
          <span>{deliveryMonth ? `Entrega: ${monthText(deliveryMonth)}` : ''}</span>
          <span className={styles.go} aria-hidden>
            Ver casas <IconArrowRight size={20} />
          </span>
        </p>
      </div>
    </article>
  );
}
