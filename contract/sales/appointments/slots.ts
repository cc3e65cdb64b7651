import { addDays, isoWeekday, panamaInstant } from '#contract/dates.ts';
import { holidayOn } from '#contract/holidays.ts';

/** Working hours on a weekday (1 Monday … 6 Saturday), HH:mm. */
export interface WeekHours {
  weekday: number;
  from: string;
  to: string;
}

/** An exception to the week: `libre` removes hours (the whole day when they are null), `extra` adds them. */
export interface DayException {
  day: string;
  kind: 'libre' | 'extra';
  from: string | null;
  to: string | null;
}

/** A person who attends visitors of a project, with hours and absences. */
export interface Agent {
  id: number;
  hours: readonly WeekHours[];
  exceptions: readonly DayException[];
  /** Out of office, both days inclusive. */
  awayFrom: string | null;
  awayTo: string | null;
  /** Appointments of any project that occupy time. */
  busy: readonly { from: Date; to: Date }[];
}

export interface Slot {
  day: string;
  from: string;
  to: string;
  startsAt: Date;
  /** Free agents: their number is the number of possible bookings. */
  agents: number[];
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (at: number) =>
  `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;

interface Span {
  from: number;
  to: number;
}

/** Why the office is closed on a day: Sunday, legal or company holiday; null on working days. */
export function closedOn(day: string, own: readonly { day: string; name: string }[]): string | null {
  if (isoWeekday(day) === 7) return 'Domingo';
  return holidayOn(day) ?? own.find((one) => one.day === day)?.name ?? null;
}

export const isAway = ({ awayFrom, awayTo }: Pick<Agent, 'awayFrom' | 'awayTo'>, day: string): boolean =>
  awayFrom !== null && awayFrom <= day && (awayTo === null || awayTo >= day);

/** Removes a span from others. */
const without = (spans: readonly Span[], gone: Span): Span[] =>
  spans.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, gone.from) },
      { from: Math.max(from, gone.to), to },
    ].filter((one) => one.from < one.to),
  );

/** Merges touching and overlapping spans, in order. */
function joined(spans: readonly Span[]): Span[] {
  const whole: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else whole.push({ ...span });
  }
  return whole;
}

/** An agent's hours on a working day: the week's plus extra ones, less those removed; none while away. */
export function hoursOn(agent: Omit<Agent, 'busy' | 'id'>, day: string): { from: string; to: string }[] {
  if (isAway(agent, day)) return [];
  const weekday = isoWeekday(day);
  const spanOf = ({ from, to }: { from: string | null; to: string | null }): Span => ({
    from: from === null ? 0 : minutes(from),
    to: to === null ? 24 * 60 : minutes(to),
  });
  const today = agent.exceptions.filter((one) => one.day === day);
  let spans = joined([
    ...agent.hours.filter((one) => one.weekday === weekday).map(spanOf),
    ...today.filter(({ kind }) => kind === 'extra').map(spanOf),
  ]);
  for (const off of today.filter(({ kind }) => kind === 'libre')) spans = without(spans, spanOf(off));
  return spans.map(({ from, to }) => ({ from: timeOf(from), to: timeOf(to) }));
}

/**
 * Free times of a project between two days (both inclusive), in order: every agent's hours in slots of `slotMinutes`,
 * without Sundays, holidays, bookings, and starts before `earliest`.
 */
export function freeSlots(input: {
  agents: readonly Agent[];
  ownHolidays: readonly { day: string; name: string }[];
  slotMinutes: number;
  earliest: Date;
  from: string;
  to: string;
}): Slot[] {
  const { agents, ownHolidays, slotMinutes, earliest } = input;
  const slots: Slot[] = [];
  for (let day = input.from; day <= input.to; day = addDays(day, 1)) {
    if (closedOn(day, ownHolidays)) continue;
    const ofDay = new Map<string, Slot>();
    for (const agent of agents)
      for (const span of hoursOn(agent, day)) {
        const end = minutes(span.to);
        for (let at = minutes(span.from); at + slotMinutes <= end; at += slotMinutes) {
          const from = timeOf(at);
          const to = timeOf(at + slotMinutes);
          const startsAt = panamaInstant(day, from);
          const ends = new Date(startsAt.getTime() + slotMinutes * 60_000);
          if (startsAt < earliest || agent.busy.some((one) => one.from < ends && startsAt < one.to)) continue;
          const slot = ofDay.get(from);
          if (slot) slot.agents.push(agent.id);
          else ofDay.set(from, { day, from, to, startsAt, agents: [agent.id] });
        }
      }
    slots.push(...[...ofDay.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)));
  }
  return slots;
}

/** The `count` free times nearest to the wanted one, in order. */
export function nearestTo(slots: readonly Slot[], wanted: Date, count: number): Slot[] {
  const away = (slot: Slot) => Math.abs(slot.startsAt.getTime() - wanted.getTime());
  let first = 0;
  while (first + count < slots.length && away(slots[first + count]!) < away(slots[first]!)) first += 1;
  return slots.slice(first, first + count);
}
