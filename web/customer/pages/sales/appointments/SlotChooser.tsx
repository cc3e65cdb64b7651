import type { MouseEvent } from 'react';
import type { Choice, FreeDay } from '#contract/sales/appointments/pages.ts';
import { addDays, clockTime, isoWeekday, longDay, showMonth } from '#contract/dates.ts';
import styles from './SlotChooser.module.css';

export interface Chosen {
  fecha: string;
  hora: string | null;
}

interface Props {
  days: readonly FreeDay[];
  closed: Choice['closed'];
  chosen: Chosen | null;
  /** Path of the page: without JavaScript each choice is a link to it. */
  path: string;
  onChoose: (chosen: Chosen) => void;
}

const WEEK = ['L', 'M', 'M', 'J', 'V', 'S'];

/** Chooses a day, then an hour. Made of links, so that it works without JavaScript. */
export function SlotChooser({ days, closed, chosen, path, onChoose }: Props) {
  const day = days.find(({ fecha }) => fecha === chosen?.fecha);
  const link = (choice: Chosen) => ({
    href: `${path}?fecha=${choice.fecha}${choice.hora ? `&hora=${choice.hora}` : ''}`,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onChoose(choice);
    },
  });
  return (
    <div className={styles.chooser}>
      <section aria-labelledby="dia">
        <h2 id="dia">1. Elige el día</h2>
        <div className={styles.months}>
          {monthsOf(days).map((month) => (
            <div key={month.name}>
              <h3 className={styles.month}>{showMonth(month.name)}</h3>
              <div className={styles.week} aria-hidden>
                {WEEK.map((letter, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- six columns that never change
                  <span key={at}>{letter}</span>
                ))}
              </div>
              <ul className={styles.grid}>
                {month.days.map(({ date, free }, at) => (
                  <li key={date} data-begins={at === 0 ? isoWeekday(date) : undefined}>
                    {free ? (
                      <a
                        {...link({ fecha: date, hora: null })}
                        className={styles.day}
                        aria-current={date === chosen?.fecha ? 'date' : undefined}
                        aria-label={`${free.fecha_legible}, ${hoursText(free.times.length)}`}
                      >
                        {Number(date.slice(8))}
                      </a>
                    ) : (
                      <span className={styles.none} aria-hidden>
                        {Number(date.slice(8))}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className={styles.closed}>
          <p>Los días en gris ya no tienen horas libres. Los domingos no atendemos.</p>
          {closed.length > 0 && (
            <ul>
              {closed.map(({ fecha, why }) => (
                <li key={fecha}>
                  Cerrado el {longDay(fecha)}: {why}.
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
      {day && (
        <section aria-labelledby="hora">
          <h2 id="hora" tabIndex={-1} className={styles.title}>
            2. Elige la hora
          </h2>
          <p className={styles.of}>{day.fecha_legible}</p>
          <ul className={styles.times}>
            {day.times.map(({ hora_inicio: hora }) => (
              <li key={hora}>
                <a
                  {...link({ fecha: day.fecha, hora })}
                  className={styles.time}
                  aria-current={hora === chosen?.hora ? 'time' : undefined}
                >
                  {clockTime(hora)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const hoursText = (count: number) => (count === 1 ? '1 hora libre' : `${count} horas libres`);

/** The days from the first free day to the last, by month, without Sundays. */
function monthsOf(days: readonly FreeDay[]) {
  const free = new Map(days.map((day) => [day.fecha, day]));
  const months: { name: string; days: { date: string; free: FreeDay | undefined }[] }[] = [];
  const last = days.at(-1)?.fecha ?? '';
  for (let date = days[0]?.fecha ?? '1'; date <= last; date = addDays(date, 1)) {
    if (isoWeekday(date) === 7) continue;
    const name = date.slice(0, 7);
    if (months.at(-1)?.name !== name) months.push({ name, days: [] });
    months.at(-1)?.days.push({ date, free: free.get(date) });
  }
  return months;
}
