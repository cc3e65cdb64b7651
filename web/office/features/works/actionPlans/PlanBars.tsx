import { Text } from '@mantine/core';
import {
  NetworkError,
  solve,
  type Link,
  type Network,
  type Solved,
} from '#contract/works/schedule/network.ts';
import styles from './actionPlans.module.css';

/** Height of a row in pixels, and of its bar. */
const ROW = 26;
const BAR = 14;

/** The dates of a network, or the sentence that says why it has none. */
export function solvedOr(network: Network<number>): Solved<number> | string {
  try {
    return solve(network);
  } catch (error) {
    if (error instanceof NetworkError) return error.message;
    throw error;
  }
}

/** Where a dependency leaves one bar and meets the other, as a bent line. */
function lineOf({ from, to, kind }: Link<number>, places: ReadonlyMap<number, Place>): string {
  const [a, b] = [places.get(from)!, places.get(to)!];
  const x1 = kind === 'FS' || kind === 'FF' ? a.finish : a.start;
  const x2 = kind === 'FS' || kind === 'SS' ? b.start : b.finish;
  const [y1, y2] = [a.row * ROW + ROW / 2, b.row * ROW + ROW / 2];
  const end = y2 > y1 ? y2 - BAR / 2 : y2 + BAR / 2;
  return `M${x1} ${y1} H${x2} V${end}`;
}
type Place = { row: number; start: number; finish: number };

const dayWord = (days: number) => `${days} ${days === 1 ? 'día' : 'días'}`;

/**
 * The network as bars over working days: the critical ones in the company's colour, the float of the others as a thin
 * line. The plan's table says the same in words.
 */
export function PlanBars({ network, solved }: { network: Network<number>; solved: Solved<number> }) {
  const { dates, end } = solved;
  const length = Math.max(end, 1);
  const height = dates.length * ROW;
  const places = new Map(dates.map(({ id, start, finish }, row) => [id, { row, start, finish }]));
  const marks = Array.from({ length: Math.floor(length / 10) + 1 }, (_, at) => at * 10);
  return (
    <figure className={styles.bars}>
      <ol className={styles.names} aria-hidden>
        {network.activities.map(({ id, name }) => (
          <li key={id} title={name}>
            {name}
          </li>
        ))}
      </ol>
      <div className={styles.track}>
        <svg
          role="img"
          aria-label={`Las actividades en ${dayWord(length)} hábiles`}
          viewBox={`0 0 ${length} ${height}`}
          preserveAspectRatio="none"
          height={height}
          width="100%"
        >
          {marks.map((day) => (
            <line key={day} className={styles.mark} x1={day} x2={day} y1={0} y2={height} />
          ))}
          {network.links.map((link) => (
            <path
              key={`${link.from} ${link.to} ${link.kind}`}
              className={styles.link}
              d={lineOf(link, places)}
            />
          ))}
          {dates.map(({ id, start, finish, float, critical }, row) => (
            <g key={id}>
              <title>
                {`${network.activities[row]!.name}: del día ${start + 1} al ${finish}, ${
                  critical ? 'crítica' : `holgura de ${dayWord(float)}`
                }`}
              </title>
              {float > 0 && (
                <rect
                  className={styles.float}
                  x={finish}
                  width={float}
                  y={row * ROW + ROW / 2 - 1}
                  height={2}
                />
              )}
              <rect
                className={critical ? styles.critical : styles.bar}
                x={start}
                width={finish - start}
                y={row * ROW + (ROW - BAR) / 2}
                height={BAR}
              />
            </g>
          ))}
        </svg>
        <div className={styles.days} aria-hidden>
          {marks.map((day) => (
            <span key={day} style={{ left: `${(day / length) * 100}%` }}>
              {day === 0 ? '' : day}
            </span>
          ))}
        </div>
      </div>
      <Text component="figcaption" size="xs" c="dimmed" className={styles.legend}>
        <span className={styles.criticalKey} /> Decide el final <span className={styles.barKey} /> Tiene
        holgura (la línea delgada). Días hábiles desde el inicio.
      </Text>
    </figure>
  );
}
