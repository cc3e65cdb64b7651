import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Picture as PictureData } from '#contract/page.ts';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Picture } from '#web/customer/components/Picture.tsx';
import styles from './Gallery.module.css';

interface Props {
  pictures: readonly PictureData[];
  title: string;
  open: boolean;
  onHide: () => void;
}

/** A slideshow: by swipe, arrow keys, or two buttons. */
export function Gallery({ pictures, title, open, onHide }: Props) {
  const strip = useRef<HTMLUListElement>(null);
  const turn = (by: 1 | -1) =>
    strip.current?.scrollBy({ left: by * strip.current.clientWidth, behavior: 'smooth' });
  return (
    <Dialog title={title} open={open} onHide={onHide} size="media">
      <div className={styles.gallery}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
        <ul ref={strip} className={styles.strip} tabIndex={0} aria-label={`Fotos de ${title}`}>
          {pictures.map((picture) => (
            <li key={picture.src}>
              <figure>
                <Picture picture={{ ...picture, alt: '' }} sizes="(min-width: 66rem) 1024px, 100vw" />
                <figcaption>{picture.alt}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <div className={styles.turn}>
            <button type="button" aria-label="Foto anterior" onClick={() => turn(-1)}>
              <IconChevronLeft size={28} aria-hidden />
            </button>
            <button type="button" aria-label="Foto siguiente" onClick={() => turn(1)}>
              <IconChevronRight size={28} aria-hidden />
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
