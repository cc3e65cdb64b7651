import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import type { Picture as PictureData } from '#contract/page.ts';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Picture } from '#web/customer/components/Picture.tsx';
import styles from './FloorPlan.module.css';

const NEAREST = 3;

/** The plan of a house on the whole screen, in three sizes; the larger ones scroll. */
export function FloorPlan({
  plan,
  title,
  open,
  onHide,
}: {
  plan: PictureData;
  title: string;
  open: boolean;
  onHide: () => void;
}) {
  const [size, setSize] = useState(1);
  return (
    <Dialog title={title} open={open} onHide={onHide} size="full">
      <div className={styles.plan}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
        <section className={styles.scroll} tabIndex={0} aria-label="Plano, se puede desplazar">
          <div data-size={size}>
            <Picture picture={plan} sizes="200vw" />
          </div>
        </section>
        <div className={styles.turn}>
          <button type="button" aria-label="Alejar" disabled={size === 1} onClick={() => setSize(size - 1)}>
            <IconZoomOut size={28} aria-hidden />
          </button>
          <button
            type="button"
            aria-label="Acercar"
            disabled={size === NEAREST}
            onClick={() => setSize(size + 1)}
          >
            <IconZoomIn size={28} aria-hidden />
          </button>
        </div>
      </div>
    </Dialog>
  );
}
