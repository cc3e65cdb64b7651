import { IconBath, IconBed, IconMap2, IconPhoto, IconPlayerPlay, IconRuler2 } from '@tabler/icons-react';
import { useState } from 'react';
import { monthText } from '#contract/dates.ts';
import type { ModelCard as ModelCardData, Terms } from '#contract/projects/showcase/pages.ts';
import { ButtonLink } from '#web/customer/components/Button.tsx';
import { reachUrl } from '#contract/phone.ts';
import { Money } from '#web/customer/components/Money.tsx';
import { Picture } from '#web/customer/components/Picture.tsx';
import { FloorPlan } from './FloorPlan.tsx';
import { Gallery } from './Gallery.tsx';
import { lotsText } from './lotsText.ts';
import { helpNote, termsNote } from './termsText.ts';
import { VideoDialog } from './VideoDialog.tsx';
import { WindowLink } from './WindowLink.tsx';
import styles from './ModelCard.module.css';

interface Props {
  model: ModelCardData;
  terms: Terms;
  projectName: string;
  phone: string | null;
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** A house model: pictures, features, price and monthly installment. */
export function ModelCard({ model, terms, projectName, phone }: Props) {
  const {
    id,
    name,
    description,
    pictures,
    plan,
    video,
    priceCents,
    installmentCents,
    helped,
    freeLots,
    deliveryMonth,
  } = model;
  const [open, setOpen] = useState<'pictures' | 'plan' | 'video' | null>(null);
  const hide = () => setOpen(null);
  const [first] = pictures;
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        {first && (
          <Picture picture={first} sizes="(min-width: 78rem) 390px, (min-width: 44rem) 50vw, 100vw" cover />
        )}
      </div>
      <div className={styles.body}>
        <h3>{name}</h3>
        <ul className={styles.has}>
          <li>
            <IconBed size={22} stroke={1.6} aria-hidden /> {plural(model.bedrooms, 'recámara', 'recámaras')}
          </li>
          <li>
            <IconBath size={22} stroke={1.6} aria-hidden /> {plural(model.bathrooms, 'baño', 'baños')}
          </li>
          <li>
            <IconRuler2 size={22} stroke={1.6} aria-hidden /> {model.areaM2} m²
          </li>
        </ul>
        {description && <p className={styles.description}>{description}</p>}
        <div className={styles.windows}>
          {first && (
            <WindowLink href={first.src} onOpen={() => setOpen('pictures')}>
              <IconPhoto size={20} aria-hidden /> Fotos<span className="sr-only"> de {name}</span>
            </WindowLink>
          )}
          {plan && (
            <WindowLink href={plan.src} onOpen={() => setOpen('plan')}>
              <IconMap2 size={20} aria-hidden /> Plano<span className="sr-only"> de {name}</span>
            </WindowLink>
          )}
          {video && (
            <WindowLink href={video.src} onOpen={() => setOpen('video')}>
              <IconPlayerPlay size={20} aria-hidden /> Video<span className="sr-only"> de {name}</span>
            </WindowLink>
          )}
        </div>
        <div className={styles.price}>
          <p className={styles.amount}>
            <span className="sr-only">Precio </span>
            <Money cents={priceCents} large />
          </p>
          <p className={styles.monthly}>
            desde <Money cents={(helped ?? model).installmentCents} /> al mes
          </p>
          {helped && (
            <p className={styles.terms}>
              {helpNote(helped)}; sin él <Money cents={installmentCents} />
            </p>
          )}
          <p className={styles.terms}>{termsNote(terms)}</p>
        </div>
        <p className={styles.free}>
          {lotsText(freeLots)}
          {deliveryMonth && ` · Entrega ${monthText(deliveryMonth)}`}
        </p>
        {freeLots > 0 || !phone ? (
          <ButtonLink href={`/comprar/${id}`} wide>
            Comprar ahora<span className="sr-only">: {name}</span>
          </ButtonLink>
        ) : (
          <ButtonLink
            look="secondary"
            href={reachUrl(phone, `Hola, quiero saber cuándo habrá ${name} en ${projectName}`)}
            wide
          >
            Preguntar cuándo habrá<span className="sr-only">: {name}</span>
          </ButtonLink>
        )}
      </div>
      <Gallery pictures={pictures} title={name} open={open === 'pictures'} onHide={hide} />
      {plan && <FloorPlan plan={plan} title={`Plano de ${name}`} open={open === 'plan'} onHide={hide} />}
      {video && <VideoDialog video={video} open={open === 'video'} onHide={hide} />}
    </article>
  );
}
