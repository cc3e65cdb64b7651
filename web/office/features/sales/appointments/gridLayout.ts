import type { AppointmentRow, Calendar } from '#contract/sales/appointments/model.ts';
import { panamaDay, panamaTime } from '#contract/dates.ts';

/** One column of the grid: a day, or one person's day. */
export interface GridColumn {
  key: string;
  day: string;
  agentId: number | null;
  title: string;
  /** The reason why nobody is available; null when somebody is. */
  closed: string | null;
}

/** An appointment in the grid: minutes since midnight, and its lane among overlapping appointments. */
export interface Block {
  row: AppointmentRow;
  from: number;
  to: number;
  lane: number;
  lanes: number;
}

export const HOUR_PX = 52;
/** A drag snaps to multiples of this many minutes. */
export const SNAP = 30;

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const timeText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** First and last hour of the grid: the working day, extended to include every appointment and working hour. */
export function hoursShown({ appointments, hours }: Pick<Calendar, 'appointments' | 'hours'>) {
  const starts = [
    ...appointments.map((one) => minutesOf(panamaTime(one.starts_at))),
    ...hours.map((one) => minutesOf(one.from)),
  ];
  const ends = [
    ...appointments.map((one) => minutesOf(panamaTime(one.ends_at))),
    ...hours.map((one) => minutesOf(one.to)),
  ];
  return {
    first: Math.floor(Math.min(8 * 60, ...starts) / 60),
    last: Math.ceil(Math.max(17 * 60, ...ends) / 60),
  };
}

/** A column's appointments; overlapping ones get lanes side by side. */
export function blocksOf(
  column: Pick<GridColumn, 'day' | 'agentId'>,
  rows: readonly AppointmentRow[],
): Block[] {
  const own = rows
    .filter(
      (row) =>
        panamaDay(row.starts_at) === column.day &&
        (column.agentId === null || row.agent.id === column.agentId),
    )
    .map((row) => ({
      row,
      from: minutesOf(panamaTime(row.starts_at)),
      to: minutesOf(panamaTime(row.ends_at)),
      lane: 0,
      lanes: 1,
    }))
    .toSorted((a, b) => a.from - b.from || a.row.id - b.row.id);
  let group: Block[] = [];
  let end = 0;
  const close = () => {
    for (const one of group) one.lanes = Math.max(...group.map(({ lane }) => lane)) + 1;
    group = [];
  };
  for (const block of own) {
    if (block.from >= end) close();
    const busy = new Set(group.filter(({ to }) => to > block.from).map(({ lane }) => lane));
    while (busy.has(block.lane)) block.lane += 1;
    group.push(block);
    end = Math.max(end, block.to);
  }
  close();
  return own;
}
