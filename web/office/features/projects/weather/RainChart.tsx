import { Text } from '@mantine/core';
import type { WeatherDay } from '#contract/projects/weather/model.ts';
import { addDays, showDay } from '#web/office/lib/format.ts';
import styles from './weather.module.css';

const DAYS = 14;

/** Rain of the last two weeks, one bar per day. A day without readings has no bar and says so. */
export function RainChart({
  days,
  today,
  name,
}: {
  days: readonly WeatherDay[];
  today: string;
  name: string;
}) {
  const known = new Map(days.map((one) => [one.fecha, one]));
  const shown = Array.from({ length: DAYS }, (_, at) => addDays(today, at - DAYS + 1));
  const most = Math.max(10, ...days.map((one) => one.lluvia_mm));
  return (
    <figure className={styles.chart}>
      <Text component="figcaption" size="xs" c="dimmed">
        Lluvia de los últimos {DAYS} días, en milímetros
      </Text>
      <ol className={styles.bars} aria-label={`Lluvia de ${name}`}>
        {shown.map((day) => {
          const one = known.get(day);
          const words = one
            ? `${showDay(day)}: ${one.lluvia_mm.toLocaleString('es-PA')} mm, ${one.descripcion.toLowerCase()}`
            : `${showDay(day)}: sin lecturas`;
          return (
            <li key={day} className={styles.day} title={words}>
              <span className="sr-only">{words}</span>
              <span className={styles.amount} aria-hidden>
                {one && one.lluvia_mm >= 1 ? Math.round(one.lluvia_mm) : ''}
              </span>
              <span
                className={one ? styles.bar : styles.none}
                style={{ height: one ? `${Math.max(2, (one.lluvia_mm / most) * 72)}px` : '2px' }}
                aria-hidden
              />
              <span className={styles.date} aria-hidden>
                {day.slice(8)}
              </span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
