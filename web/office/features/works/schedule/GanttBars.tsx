import { memo, type PointerEvent } from 'react';
import { addDays, daysBetween, isoWeekday, showDay, showMonth } from '#contract/dates.ts';
import { LOST_REASONS } from '#contract/works/schedule/calendar.ts';
import type { Gantt as GanttData, GanttTask } from '#contract/works/schedule/model.ts';
import { keepFromPanning } from './dragBar.ts';
import { isMovable, spanOf, type Line, type Preview, type Scale } from './ganttModel.ts';
import styles from './gantt.module.css';

/** Height of a line in pixels. */
export const ROW = 30;

/** The first days of the months of a scale. */
function monthsOf({ first, last }: Scale): string[] {
  const months: string[] = [];
  for (let day = `${first.slice(0, 7)}-01`; day <= last; day = `${addDays(day, 31).slice(0, 7)}-01`)
    months.push(day);
  return months;
}

/** The days above the lines. Kept while the drawing is panned, as is the ground below them. */
export const Head = memo(function Head({ scale }: { scale: Scale }) {
  const mondays: string[] = [];
  for (let day = addDays(scale.first, 8 - isoWeekday(scale.first)); day <= scale.last; day = addDays(day, 7))
    mondays.push(day);
  return (
    <div className={styles.head} aria-hidden>
      <div className={styles.corner}>Manzana, casa, actividad</div>
      <div className={styles.scale} style={{ width: scale.width }}>
        {monthsOf(scale).map((day) => (
          <span key={day} className={styles.month} style={{ left: Math.max(scale.x(day), 0) }}>
            {scale.perDay < 3 ? showMonth(day.slice(0, 7)).slice(0, 3) : showMonth(day.slice(0, 7))}
          </span>
        ))}
        {scale.perDay >= 5 &&
          mondays.map((day) => (
            <span key={day} className={styles.week} style={{ left: scale.x(day) }}>
              {day.slice(8)}
            </span>
          ))}
      </div>
    </div>
  );
});

export const Ground = memo(function Ground({ gantt, scale }: { gantt: GanttData; scale: Scale }) {
  return (
    <div className={styles.ground} style={{ width: scale.width }} aria-hidden>
      {monthsOf(scale).map((day) => (
        <div key={day} className={styles.monthLine} style={{ left: Math.max(scale.x(day), 0) }} />
      ))}
      {gantt.stops
        .filter(({ to }) => to >= scale.first)
        .map((stop) => (
          <div
            key={`${stop.source} ${stop.id} ${stop.from} ${stop.note}`}
            className={styles.stop}
            title={`${LOST_REASONS[stop.reason]}: ${stop.note}`}
            style={{
              left: scale.x(stop.from < scale.first ? scale.first : stop.from),
              width: scale.wide(stop.from < scale.first ? scale.first : stop.from, stop.to),
            }}
          />
        ))}
      <div className={styles.today} style={{ left: scale.x(gantt.today) }} />
    </div>
  );
});

/** Dates of an activity as they stand, or as the move would make them. */
const datesOf = (task: GanttTask, preview: Preview | null) => preview?.get(task.id) ?? task;
const spread = (tasks: readonly GanttTask[], preview: Preview | null) =>
  spanOf(tasks.map((task) => datesOf(task, preview)));

export function wordsOf(line: Line, preview: Preview | null): string {
  if (line.kind === 'task') {
    const { s, f } = datesOf(line.task, preview);
    const { float, critical, percent, bf } = line.task;
    return `Del ${showDay(s)} al ${showDay(f)}; base hasta el ${showDay(bf)}; ${
      critical ? 'sin holgura' : `holgura de ${float} días`
    }; avance ${percent} %`;
  }
  const tasks = line.kind === 'house' ? line.house.tasks : line.houses.flatMap((house) => house.tasks);
  const span = spread(tasks, preview);
  return span ? `Del ${showDay(span.s)} al ${showDay(span.f)}` : '';
}

/** Percent built of some activities, each by its planned days. */
function builtOf(tasks: readonly GanttTask[]): number {
  const days = tasks.map(({ bs, bf }) => daysBetween(bs, bf) + 1);
  const built = tasks.reduce((sum, { percent }, at) => sum + percent * days[at]!, 0);
  return built / days.reduce((sum, one) => sum + one, 0);
}

interface BarsProps {
  line: Line;
  scale: Scale;
  preview: Preview | null;
  onGrab: (event: PointerEvent<HTMLElement>, line: Line) => void;
}

export function Bars({ line, scale, preview, onGrab }: BarsProps) {
  const box = (s: string, f: string) => ({ left: scale.x(s), width: Math.max(scale.wide(s, f), 2) });
  if (line.kind === 'task') {
    const { task } = line;
    const { s, f } = datesOf(task, preview);
    const look = task.finished ? styles.done : task.critical ? styles.critical : '';
    return (
      <>
        <div className={styles.base} style={box(task.bs, task.bf)} />
        {!task.finished && task.float > 0 && !preview && (
          <div
            className={styles.float}
            style={{ left: scale.x(addDays(f, 1)), width: task.float * scale.perDay }}
          />
        )}
        <div
          className={`${styles.bar} ${look} ${s === task.s ? '' : styles.moved}`}
          style={box(s, f)}
          title={wordsOf(line, preview)}
        >
          {task.percent > 0 && !task.finished && (
            <div className={styles.progress} style={{ width: `${task.percent}%` }} />
          )}
        </div>
        <Grip line={line} box={box(s, f)} words={wordsOf(line, preview)} onGrab={onGrab} />
      </>
    );
  }
  const houses = line.kind === 'house' ? [line.house] : line.houses;
  const tasks = houses.flatMap((house) => house.tasks);
  const span = spread(tasks, preview);
  const base = spanOf(tasks.map(({ bs, bf }) => ({ s: bs, f: bf })));
  if (!span || !base) return null;
  const done = tasks.every(({ finished }) => finished !== null);
  const forecast = line.kind === 'house' && !done ? line.house : null;
  return (
    <>
      <div className={styles.base} style={box(base.s, base.f)} />
      {forecast?.p50 && forecast.p80 && forecast.p80 > span.f && (
        <div
          className={styles.range}
          style={box(forecast.p50 > span.f ? forecast.p50 : addDays(span.f, 1), forecast.p80)}
          title={`Por el ritmo real: la mitad de estas casas termina el ${showDay(forecast.p50)}, y cuatro de cinco el ${showDay(forecast.p80)}`}
        />
      )}
      <div
        className={`${styles.bar} ${done ? styles.done : styles.summary} ${
          preview && span.s !== spanOf(tasks)?.s ? styles.moved : ''
        }`}
        style={box(span.s, span.f)}
        title={wordsOf(line, preview)}
      >
        {!done && <div className={styles.built} style={{ width: `${builtOf(tasks)}%` }} />}
      </div>
      <Grip line={line} box={box(span.s, span.f)} words={wordsOf(line, preview)} onGrab={onGrab} />
    </>
  );
}

/** Where a bar that may move is taken: as high as its line, and at least as wide as a finger needs. */
function Grip({
  line,
  box,
  words,
  onGrab,
}: {
  line: Line;
  box: { left: number; width: number };
  words: string;
  onGrab: BarsProps['onGrab'];
}) {
  if (!isMovable(line)) return null;
  return (
    <div
      ref={keepFromPanning}
      className={styles.grip}
      style={box}
      title={words}
      onPointerDown={(event) => onGrab(event, line)}
    />
  );
}

interface LinksProps {
  lines: readonly Line[];
  shown: readonly number[];
  scale: Scale;
  preview: Preview | null;
}

/** The dependencies of the open houses in sight. */
export function Links({ lines, shown, scale, preview }: LinksProps) {
  const paths: string[] = [];
  const seen = new Set<string>();
  for (const at of shown) {
    const line = lines[at];
    if (line?.kind !== 'task') continue;
    const own = `${line.schedule.id} ${line.house.id}`;
    if (seen.has(own)) continue;
    seen.add(own);
    const first = lines.findIndex(
      (one) => one.kind === 'task' && one.house === line.house && one.schedule === line.schedule,
    );
    const places = new Map(line.house.tasks.map((task, place) => [task.a, { task, row: first + place }]));
    const plan = line.schedule.plans.find(({ id }) => id === line.house.plan_id);
    for (const { from, to, kind } of plan?.links ?? []) {
      const [a, b] = [places.get(from), places.get(to)];
      if (!a || !b) continue;
      const [one, two] = [datesOf(a.task, preview), datesOf(b.task, preview)];
      const x1 = scale.x(kind === 'FS' || kind === 'FF' ? addDays(one.f, 1) : one.s);
      const x2 = scale.x(kind === 'FS' || kind === 'SS' ? two.s : addDays(two.f, 1));
      const y1 = a.row * ROW + 12;
      const y2 = b.row * ROW + (b.row > a.row ? 6 : 19);
      paths.push(`M${x1} ${y1} H${Math.max(x1, x2) + (daysBetween(one.f, two.s) < 1 ? 4 : 2)} V${y2}`);
    }
  }
  return (
    <svg className={styles.links} width={1} height={1} aria-hidden>
      <path d={paths.join(' ')} />
    </svg>
  );
}
