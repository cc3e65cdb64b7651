import type { FreeTime } from '#contract/sales/appointments/model.ts';
import { clockTime } from '#contract/dates.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import type { Chosen } from './SlotChooser.tsx';
import styles from './BookingPage.module.css';

type Near = Pick<FreeTime, 'fecha' | 'fecha_legible' | 'hora_inicio'>;

/** The chosen time was taken: offers the nearest free times. */
export function TakenNotice({
  near,
  onChoose,
}: {
  near: readonly Near[];
  onChoose: (chosen: Chosen) => void;
}) {
  return (
    <Notice tone="attention" title="Esa hora ya se ocupó" announce="alert">
      <p>{near.length > 0 ? 'Estas son las más cercanas:' : 'Elige otro día.'}</p>
      <ul className={styles.near}>
        {near.map(({ fecha, fecha_legible, hora_inicio }) => (
          <li key={`${fecha} ${hora_inicio}`}>
            <Button look="secondary" wide onClick={() => onChoose({ fecha, hora: hora_inicio })}>
              {fecha_legible}, {clockTime(hora_inicio)}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
