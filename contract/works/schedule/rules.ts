import { isoWeek, weekStart, addDays } from '#contract/dates.ts';

/** ticket_priorities: 1 Baja, 2 Media, 3 Alta, 4 Urgente. */
export const PRIORITY = { low: 1, medium: 2, high: 3, urgent: 4 } as const;

/**
 * The priority that a schedule proposes: late work that holds its house up is urgent, other late work high; on time what
 * has no float is medium.
 */
export function priorityOf({ late, critical }: { late: number; critical: boolean }): number {
  if (late > 0) return critical ? PRIORITY.urgent : PRIORITY.high;
  return critical ? PRIORITY.medium : PRIORITY.low;
}

/** Most days of one stop. */
export const STOP_MOST_DAYS = 366;

/** The weeks from the one of a day to the one of another. */
export function weeksBetween(from: string, to: string): string[] {
  const weeks: string[] = [];
  for (let monday = weekStart(isoWeek(from)); monday <= to; monday = addDays(monday, 7))
    weeks.push(isoWeek(monday));
  return weeks;
}

/** How an activity of a schedule stands, for lists and filters. */
export const TASK_STANDINGS = {
  por_empezar: 'Por empezar',
  en_curso: 'En curso',
  terminada: 'Terminada',
} as const;
export type TaskStanding = keyof typeof TASK_STANDINGS;

/** What a move that begins too early waits for, as a sentence for its field. */
export const tooEarly = (start: string): string =>
  `Antes no puede: lo que espera la deja empezar el ${start.split('-').toReversed().join('-')}.`;
