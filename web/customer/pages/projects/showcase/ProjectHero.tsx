import { IconMapPin, IconPhoto, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { showMonth } from '#contract/dates.ts';
import type { PageProps } from '#contract/page.ts';
import type { projectPage } from '#contract/projects/showcase/pages.ts';
import { ButtonLink } from '#web/customer/components/Button.tsx';
import { DirectionLinks } from '#web/customer/components/DirectionLinks.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { Picture } from '#web/customer/components/Picture.tsx';
import { Gallery } from './Gallery.tsx';
import { LocationDialog } from './LocationDialog.tsx';
import { lotsText } from './lotsText.ts';
import { VideoDialog } from './VideoDialog.tsx';
import { WindowLink } from './WindowLink.tsx';
import styles from './ProjectHero.module.css';

/** The first screen: large picture, name, figures, and the main action. */
export function ProjectHero({ project }: { project: PageProps<typeof projectPage>['data'] }) {
  const { name, place, description, hero, pictures, location, video, models, freeLots, deliveryMonth } =
    project;
  const [open, setOpen] = useState<'pictures' | 'location' | 'video' | null>(null);
  const hide = () => setOpen(null);
  const all = hero ? [hero, ...pictures] : pictures;
  const cheapest = [...models].sort((a, b) => a.priceCents - b.priceCents)[0];
  return (
    <div className={styles.hero}>
      <div className={styles.picture}>
        {hero && <Picture picture={hero} sizes="(min-width: 64rem) 58vw, 100vw" first cover />}
        <div className={styles.windows}>
          {all[0] && (
            <WindowLink href={all[0].src} onOpen={() => setOpen('pictures')}>
              <IconPhoto size={20} aria-hidden /> Fotos ({all.length})
            </WindowLink>
          )}
          {video && (
            <WindowLink href={video.src} onOpen={() => setOpen('video')}>
              <IconPlayerPlay size={20} aria-hidden /> Video
            </WindowLink>
          )}
          {location.frame && (
            <WindowLink href={location.frame} onOpen={() => setOpen('location')}>
              <IconMapPin size={20} aria-hidden /> Ubicación
            </WindowLink>
          )}
        </div>
      </div>
      <div className={styles.text}>
        <p className={styles.place}>{place}</p>
        <h1>{name}</h1>
        {description.split('\n\n').map((paragraph) => (
          <p key={paragraph} className={styles.description}>
            {paragraph}
          </p>
        ))}
        <dl className={styles.facts}>
          {cheapest && (
            <>
              <div>
                <dt>Casas desde</dt>
                <dd className={styles.price}>
                  <Money cents={cheapest.priceCents} large />
                </dd>
              </div>
              <div>
                <dt>Letra mensual desde{cheapest.helped && ', con interés preferencial'}</dt>
                <dd className={styles.price}>
                  <Money cents={(cheapest.helped ?? cheapest).installmentCents} large />
                </dd>
              </div>
            </>
          )}
          <div>
            <dt>Disponibles</dt>
            <dd>{lotsText(freeLots)}</dd>
          </div>
          {deliveryMonth && (
            <div>
              <dt>Entrega</dt>
              <dd>{showMonth(deliveryMonth)}</dd>
            </div>
          )}
        </dl>
        {models.length > 0 && (
          <ButtonLink href="#modelos" wide>
            Ver modelos y precios
          </ButtonLink>
        )}
        <ButtonLink href={`/citas/${project.slug}`} look="secondary" wide>
          Agendar una visita
        </ButtonLink>
        <DirectionLinks directions={location.directions} />
      </div>
      <Gallery pictures={all} title={name} open={open === 'pictures'} onHide={hide} />
      {video && <VideoDialog video={video} open={open === 'video'} onHide={hide} />}
      <LocationDialog
        location={location}
        title={`Ubicación de ${name}`}
        open={open === 'location'}
        onHide={hide}
      />
    </div>
  );
}
