import { Text, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type PointerEvent } from 'react';
import type { AppointmentRow, Calendar } from '#contract/sales/appointments/model.ts';
import { isOpen } from '#contract/sales/appointments/rules.ts';
import { panamaTime } from '#contract/dates.ts';
import styles from './CalendarGrid.module.css';
import {
  blocksOf,
  HOUR_PX,
  hoursShown,
  minutesOf,
  SNAP,
  timeText,
  type Block,
  type GridColumn,
} from './gridLayout.ts';

interface Target {
  column: number;
  minutes: number;
}

interface Props {
  calendar: Calendar;
  columns: readonly GridColumn[];
  today: string;
  onOpen: (row: AppointmentRow) => void;
  onMove: (row: AppointmentRow, target: { day: string; time: string; agentId: number }) => void;
  /** Null: the user may not create appointments. */
  onNew: ((column: GridColumn, time: string) => void) | null;
}

/** A pointer that moves less than this (pixels) is a click, not a drag. */
const STILL_PX = 6;

/**
 * Days or people in columns, hours in rows. Future appointments can be dragged to another time. MoveForm does the same
 * by keyboard.
 */
export function CalendarGrid({ calendar, columns, today, onOpen, onMove, onNew }: Props) {
  const { first, last } = hoursShown(calendar);
  const hours = Array.from({ length: last - first }, (_, at) => first + at);
  const body = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ block: Block; target: Target } | null>(null);
  const begun = useRef<{ block: Block; x: number; y: number; grabbed: number } | null>(null);

  function targetAt(event: PointerEvent, block: Block, grabbed: number): Target | null {
    const area = body.current?.getBoundingClientRect();
    if (!area) return null;
    const column = Math.floor(((event.clientX - area.left) / area.width) * columns.length);
    const top = ((event.clientY - area.top) / HOUR_PX) * 60 - grabbed;
    const length = block.to - block.from;
    const minutes = Math.round((first * 60 + top) / SNAP) * SNAP;
    if (column < 0 || column >= columns.length) return null;
    return { column, minutes: Math.min(Math.max(minutes, first * 60), last * 60 - length) };
  }

  const handlers = (block: Block) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0 || !isOpen(block.row.state.id)) return;
      const top = event.currentTarget.getBoundingClientRect().top;
      begun.current = {
        block,
        x: event.clientX,
        y: event.clientY,
        grabbed: ((event.clientY - top) / HOUR_PX) * 60,
      };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      const { current } = begun;
      if (!current) return;
      if (!drag && Math.hypot(event.clientX - current.x, event.clientY - current.y) < STILL_PX) return;
      const target = targetAt(event, block, current.grabbed);
      if (target) setDrag({ block, target });
    },
    onPointerUp: () => {
      begun.current = null;
      if (!drag) return;
      const column = columns[drag.target.column];
      const same = column?.day === columns.find((one) => isIn(one, block.row))?.day;
      const agentId = column?.agentId ?? block.row.agent.id;
      if (column && !(same && drag.target.minutes === block.from && agentId === block.row.agent.id))
        onMove(block.row, { day: column.day, time: timeText(drag.target.minutes), agentId });
      // Keeps `drag` set for one frame, because the click after a drag must not open the appointment.
      requestAnimationFrame(() => setDrag(null));
    },
    onPointerCancel: () => {
      begun.current = null;
      setDrag(null);
    },
    onClick: () => {
      if (!drag) onOpen(block.row);
    },
  });

  return (
    <div className={styles.frame}>
      <div className={styles.grid} style={{ '--columns': columns.length } as Record<string, number>}>
        <div className={styles.corner} />
        {columns.map((column) => (
          <div
            key={column.key}
            className={styles.head}
            data-today={(column.day === today && column.agentId === null) || undefined}
          >
            <Text fw={600} size="sm">
              {column.title}
            </Text>
            {column.closed && (
              <Text size="xs" c="dimmed">
                {column.closed}
              </Text>
            )}
          </div>
        ))}
        <div className={styles.hours} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ height: HOUR_PX }}>
              {timeText(hour * 60)}
            </span>
          ))}
        </div>
        <div ref={body} className={styles.body}>
          {columns.map((column, at) => (
            <div key={column.key} className={styles.column} data-closed={column.closed !== null || undefined}>
              {hours.map((hour) => (
                <Cell
                  key={hour}
                  column={column}
                  hour={hour}
                  working={attends(calendar, column, hour)}
                  onNew={column.closed === null ? onNew : null}
                />
              ))}
              {blocksOf(column, calendar.appointments).map((block) => (
                <button
                  key={block.row.id}
                  type="button"
                  className={styles.block}
                  data-state={block.row.state.id}
                  data-dragged={drag?.block.row.id === block.row.id || undefined}
                  style={{
                    top: ((block.from - first * 60) / 60) * HOUR_PX,
                    height: ((block.to - block.from) / 60) * HOUR_PX - 2,
                    left: `${(block.lane / block.lanes) * 100}%`,
                    width: `calc(${100 / block.lanes}% - 3px)`,
                  }}
                  {...handlers(block)}
                >
                  <VisuallyHidden>
                    {`${panamaTime(block.row.starts_at)}, ${block.row.name}, ${block.row.state.name}, atiende ${block.row.agent.name}`}
                  </VisuallyHidden>
                  <span aria-hidden>
                    <b>{panamaTime(block.row.starts_at)}</b> {block.row.name}
                    {column.agentId === null && <small>{block.row.agent.name}</small>}
                  </span>
                </button>
              ))}
              {drag?.target.column === at && (
                <div
                  className={styles.ghost}
                  style={{
                    top: ((drag.target.minutes - first * 60) / 60) * HOUR_PX,
                    height: ((drag.block.to - drag.block.from) / 60) * HOUR_PX - 2,
                  }}
                >
                  {timeText(drag.target.minutes)}
                </div>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const isIn = (column: GridColumn, row: AppointmentRow) => blocksOf(column, [row]).length > 0;

function attends({ hours }: Calendar, column: GridColumn, hour: number): boolean {
  return hours.some(
    (one) =>
      one.day === column.day &&
      (column.agentId === null || one.agente_id === column.agentId) &&
      minutesOf(one.from) < (hour + 1) * 60 &&
      minutesOf(one.to) > hour * 60,
  );
}

interface CellProps {
  column: GridColumn;
  hour: number;
  working: boolean;
  onNew: Props['onNew'];
}

/** One hour of a column. A click starts a new appointment there; keyboard users have the page's button. */
function Cell({ column, hour, working, onNew }: CellProps) {
  const look = { className: styles.cell, 'data-working': working || undefined, style: { height: HOUR_PX } };
  if (!onNew) return <div {...look} />;
  const time = timeText(hour * 60);
  return (
    <button
      {...look}
      type="button"
      tabIndex={-1}
      aria-label={`Agendar ${column.title}, ${time}`}
      onClick={() => onNew(column, time)}
    />
  );
}
