import type { ActivityItem } from './ActivityStream.tsx';

/** A change of a record's state, as its history tells it. */
interface StateLine {
  id: number;
  at: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  /** Null: the system. */
  who: string | null;
}

/** Changes of state as lines of the record's activity. */
export const stateItems = (history: readonly StateLine[]): ActivityItem[] =>
  history.map(({ id, who, ...line }) => ({
    ...line,
    id: `e${id}`,
    kind: 'change',
    who: who ?? 'Sistema',
    text: null,
  }));

/** The lines of a record's activity, the newest first. */
export const newestFirst = (...parts: readonly (readonly ActivityItem[])[]): ActivityItem[] =>
  parts.flat().toSorted((a, b) => b.at.localeCompare(a.at));
