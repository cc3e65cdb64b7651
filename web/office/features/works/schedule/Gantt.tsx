/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a tree grid whose lines are placed by hand cannot be a table */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { addDays, daysBetween, isoWeekday, showDay, showMonth } from '#contract/dates.ts';
import { LOST_REASONS } from '#contract/works/schedule/calendar.ts';
import type { Gantt as GanttData, GanttTask } from '#contract/works/schedule/model.ts';
import {
  calendarOf,
  linesOf,
  previewOf,
  scaleOf,
  spanOf,
  startOf,
  type Line,
  type Moving,
  type Preview,
  type Scale,
} from './ganttModel.ts';
import styles from './gantt.module.css';

/** Heights in pixels of a line and of the head. */
const ROW = 30;
const HEAD = 41;

interface GanttProps {
  gantt: GanttData;
  /** Pixels of a day. */
  perDay: number;
  /** A move that waits for its reason; its dates are shown. */
  asked: Moving | null;
  onAsk: (moving: Moving | null) => void;
  onOpen: (task: GanttTask) => void;
  onUndo: () => void;
}

type Movable = Extract<Line, { kind: 'house' | 'task' }>;
const isMovable = (line: Line | undefined): line is Movable =>
  line !== undefined &&
  line.kind !== 'block' &&
  line.schedule.may_move &&
  (line.kind === 'task'
    ? line.task.started === null && line.task.finished === null
    : line.house.tasks.every(({ started }) => started === null));

/**
 * The schedule as bars over days. Only the lines in sight are in the page, and the browser itself scrolls, so thousands
 * of bars pan smoothly. While something moves, the engine calculates here what the server would store.
 * The list of activities says the same in words.
 */
export function Gantt({ gantt, perDay, asked, onAsk, onOpen, onUndo }: GanttProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const [dragged, setDragged] = useState<Moving | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(gantt, opened, closed), [gantt, opened, closed]);
  const calendar = useMemo(() => calendarOf(gantt), [gantt]);
  const scale = useMemo(() => wholeScale(gantt, perDay), [gantt, perDay]);
  const moving = dragged ?? asked;
  const preview = useMemo<Preview | null>(() => (moving ? previewOf(gantt, moving) : null), [gantt, moving]);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollPaddingStart: HEAD,
  });

  // The first sight is today, with a little of what was before it.
  useEffect(() => {
    frame.current?.scrollTo({ left: Math.max(scale.x(addDays(gantt.today, -7)), 0) });
    // oxlint-disable-next-line react/exhaustive-deps -- a new calculation of the same days leaves the sight where it is
  }, [perDay, scale.first, gantt.today]);

  const toggle = (line: Line) => {
    if (line.kind === 'task') return onOpen(line.task);
    const [set, change] = line.kind === 'block' ? [closed, setClosed] : [opened, setOpened];
    const next = new Set(set);
    if (!next.delete(line.key)) next.add(line.key);
    change(next);
  };

  const place = (line: Movable, to: string): Moving => ({
    schedule: line.schedule,
    house: line.house,
    task: line.kind === 'task' ? line.task : null,
    from: line.kind === 'task' ? line.task.s : startOf(line.house),
    to,
  });

  const go = (to: number) => {
    const at = Math.max(0, Math.min(lines.length - 1, to));
    setActive(at);
    rows.scrollToIndex(at);
  };

  const onKey = (event: KeyboardEvent) => {
    const line = lines[active];
    if (!line) return;
    const sideways = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') onUndo();
    else if (event.shiftKey && sideways !== 0) {
      if (!isMovable(line)) return;
      const same = dragged && dragged.house.id === line.house.id && dragged.task?.id === taskOf(line)?.id;
      const from = same ? dragged.to : place(line, '').from;
      const to = calendar.add(from, sideways);
      if (to >= gantt.today) setDragged(place(line, to));
    } else if (event.key === 'Enter' && dragged) {
      onAsk(dragged);
      setDragged(null);
    } else if (event.key === 'Escape' && dragged) setDragged(null);
    else if (event.key === 'ArrowDown') go(active + 1);
    else if (event.key === 'ArrowUp') go(active - 1);
    else if (event.key === 'PageDown') go(active + 12);
    else if (event.key === 'PageUp') go(active - 12);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(lines.length - 1);
    else if (sideways !== 0 && line.kind !== 'task' && line.open === sideways < 0) toggle(line);
    else if (event.key === 'Enter' || event.key === ' ') toggle(line);
    else return;
    event.preventDefault();
  };

  const onGrab = (event: PointerEvent<HTMLElement>, line: Line) => {
    if (event.button !== 0 || event.pointerType === 'touch' || !isMovable(line)) return;
    const bar = event.currentTarget;
    const [x, scrolled] = [event.clientX, frame.current?.scrollLeft ?? 0];
    const { from } = place(line, '');
    let last: Moving | null = null;
    bar.setPointerCapture(event.pointerId);
    const move = (now: globalThis.PointerEvent) => {
      const days = Math.round((now.clientX - x + (frame.current?.scrollLeft ?? 0) - scrolled) / scale.perDay);
      const day = addDays(from, days);
      const to = calendar.add(day < gantt.today ? gantt.today : day, 0);
      if (to === (last?.to ?? from)) return;
      last = to === from ? null : place(line, to);
      setDragged(last);
    };
    const end = (keep: boolean) => {
      bar.removeEventListener('pointermove', move);
      bar.removeEventListener('pointerup', drop);
      bar.removeEventListener('pointercancel', cancel);
      setDragged(null);
      if (keep && last) onAsk(last);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    bar.addEventListener('pointermove', move);
    bar.addEventListener('pointerup', drop);
    bar.addEventListener('pointercancel', cancel);
  };

  const shown = rows.getVirtualItems();
  return (
    <>
      {/* One element has the focus and names the active line: lines out of sight are not in the page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a treegrid takes the keyboard */}
      <div
        ref={frame}
        className={styles.frame}
        role="treegrid"
        aria-label="Cronograma"
        aria-rowcount={lines.length}
        aria-activedescendant={lines[active] ? `gantt-${lines[active].key}` : undefined}
        aria-describedby="gantt-keys"
        tabIndex={0}
        onKeyDown={onKey}
      >
        <Head scale={scale} />
        <div
          className={styles.body}
          role="rowgroup"
          style={{ height: rows.getTotalSize(), width: `calc(var(--names) + ${scale.width}px)` }}
        >
          <Ground gantt={gantt} scale={scale} />
          <Links lines={lines} shown={shown.map(({ index }) => index)} scale={scale} preview={preview} />
          {shown.map(({ index, start }) => {
            const line = lines[index]!;
            return (
              <div
                key={line.key}
                id={`gantt-${line.key}`}
                role="row"
                aria-level={line.level}
                aria-rowindex={index + 1}
                aria-selected={index === active}
                {...(line.kind !== 'task' && { 'aria-expanded': line.open })}
                className={`${styles.line} ${index === active ? styles.active : ''}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                <div role="rowheader" className={styles.cell}>
                  <button
                    type="button"
                    tabIndex={-1}
                    className={`${styles.name} ${line.kind === 'block' ? styles.block : ''}`}
                    style={{ paddingLeft: line.level * 12 }}
                    title={line.name}
                    onClick={() => {
                      setActive(index);
                      toggle(line);
                    }}
                  >
                    <span>
                      {line.kind === 'task' ? '' : line.open ? '▾ ' : '▸ '}
                      {line.name}
                    </span>
                  </button>
                </div>
                <div
                  role="gridcell"
                  aria-label={wordsOf(line, preview)}
                  className={styles.track}
                  style={{ width: scale.width }}
                >
                  <Bars line={line} scale={scale} preview={preview} onGrab={onGrab} />
                </div>
              </div>
            );
          })}
        </div>
      </div>
      <p id="gantt-keys" className={styles.legend}>
        <span>
          <i className={`${styles.key} ${styles.critical}`} />
          Sin holgura en su casa
        </span>
        <span>
          <i className={`${styles.key} ${styles.bar}`} />
          Con holgura
        </span>
        <span>
          <i className={`${styles.key} ${styles.done}`} />
          Terminada
        </span>
        <span>
          <i className={`${styles.key} ${styles.base}`} />
          Línea base
        </span>
        <span>
          <i className={`${styles.key} ${styles.range}`} />
          Fin probable por el ritmo real
        </span>
        <span>
          <i className={`${styles.key} ${styles.stop}`} />
          Días perdidos
        </span>
        <span>Teclado: flechas, Intro abre, Mayús + flechas mueve, Intro confirma, Ctrl + Z deshace.</span>
      </p>
    </>
  );
}

const taskOf = (line: Movable) => (line.kind === 'task' ? line.task : null);

/** From a month before the first day of any bar to a month after the last. */
function wholeScale(gantt: GanttData, perDay: number): Scale {
  const all = gantt.schedules.flatMap(({ houses }) =>
    houses.flatMap(({ tasks, p80 }) => [
      ...tasks.flatMap(({ s, f, bs, bf }) => [
        { s, f },
        { s: bs, f: bf },
      ]),
      ...(p80 ? [{ s: p80, f: p80 }] : []),
    ]),
  );
  const span = spanOf(all) ?? { s: gantt.today, f: gantt.today };
  const first = span.s < gantt.today ? span.s : gantt.today;
  const last = span.f > gantt.today ? span.f : gantt.today;
  return scaleOf(gantt, perDay, addDays(first, -14), addDays(last, 45));
}

/** The first days of the months of a scale. */
function monthsOf({ first, last }: Scale): string[] {
  const months: string[] = [];
  for (let day = `${first.slice(0, 7)}-01`; day <= last; day = `${addDays(day, 31).slice(0, 7)}-01`)
    months.push(day);
  return months;
}

function Head({ scale }: { scale: Scale }) {
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
}

function Ground({ gantt, scale }: { gantt: GanttData; scale: Scale }) {
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
}

/** Dates of an activity as they stand, or as the move would make them. */
const datesOf = (task: GanttTask, preview: Preview | null) => preview?.get(task.id) ?? task;
const spread = (tasks: readonly GanttTask[], preview: Preview | null) =>
  spanOf(tasks.map((task) => datesOf(task, preview)));

function wordsOf(line: Line, preview: Preview | null): string {
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

interface BarsProps {
  line: Line;
  scale: Scale;
  preview: Preview | null;
  onGrab: (event: PointerEvent<HTMLElement>, line: Line) => void;
}

function Bars({ line, scale, preview, onGrab }: BarsProps) {
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
          className={`${styles.bar} ${look} ${s === task.s ? '' : styles.moved} ${isMovable(line) ? styles.movable : ''}`}
          style={box(s, f)}
          title={wordsOf(line, preview)}
          onPointerDown={(event) => onGrab(event, line)}
        >
          {task.percent > 0 && !task.finished && (
            <div className={styles.progress} style={{ width: `${task.percent}%` }} />
          )}
        </div>
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
        } ${isMovable(line) ? styles.movable : ''}`}
        style={box(span.s, span.f)}
        title={wordsOf(line, preview)}
        onPointerDown={(event) => onGrab(event, line)}
      />
    </>
  );
}

interface LinksProps {
  lines: readonly Line[];
  shown: readonly number[];
  scale: Scale;
  preview: Preview | null;
}

/** The dependencies of the open houses in sight. */
function Links({ lines, shown, scale, preview }: LinksProps) {
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
