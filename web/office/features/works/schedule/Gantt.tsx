/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a tree grid whose lines are placed by hand cannot be a table */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { addDays } from '#contract/dates.ts';
import type { Gantt as GanttData, GanttTask } from '#contract/works/schedule/model.ts';
import {
  calendarOf,
  linesOf,
  previewOf,
  isMovable,
  startOf,
  wholeScale,
  type Line,
  type Movable,
  type Moving,
  type Preview,
} from './ganttModel.ts';
import { dragBar } from './dragBar.ts';
import { Bars, Ground, Head, Links, ROW, wordsOf } from './GanttBars.tsx';
import styles from './gantt.module.css';

/** Height of the head in pixels. */
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
      const same =
        dragged &&
        dragged.house.id === line.house.id &&
        (dragged.task?.id ?? null) === (line.kind === 'task' ? line.task.id : null);
      const from = same ? dragged.to : place(line, '').from;
      const to = calendar.add(from, sideways);
      const soonest = calendar.add(gantt.today, 0);
      setDragged(place(line, to < soonest ? soonest : to));
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
    if (event.button !== 0 || !isMovable(line)) return;
    const { from } = place(line, '');
    const scrolled = frame.current?.scrollLeft ?? 0;
    let last: Moving | null = null;
    dragBar(event, {
      taken: () => setActive(lines.indexOf(line)),
      move: (pixels) => {
        const far = pixels + (frame.current?.scrollLeft ?? 0) - scrolled;
        const day = addDays(from, Math.round(far / scale.perDay));
        const to = calendar.add(day < gantt.today ? gantt.today : day, 0);
        if (to === (last?.to ?? from)) return;
        last = to === from ? null : place(line, to);
        setDragged(last);
      },
      end: (kept) => {
        setDragged(null);
        if (kept && last) onAsk(last);
      },
    });
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
        <span>En pantalla táctil: mantén el dedo sobre una barra y arrástrala.</span>
      </p>
    </>
  );
}
