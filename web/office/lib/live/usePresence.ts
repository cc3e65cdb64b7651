import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { sessionQuery } from '../session.ts';
import { whileLive } from './line.ts';

export interface Present {
  id: number;
  name: string;
}

/** How many parts of this tab are in each channel: the last one leaves it. */
const entered = new Map<string, number>();
const rooms = new Map<string, readonly Present[]>();
const watchers = new Set<() => void>();
const NOBODY: readonly Present[] = [];

function set(name: string, change: (members: readonly Present[]) => readonly Present[]): void {
  rooms.set(name, change(rooms.get(name) ?? NOBODY));
  for (const watcher of watchers) watcher();
}
const without = (members: readonly Present[], one: Present) => members.filter(({ id }) => id !== one.id);

/** Enters a channel while there is a connection; the returned function leaves it. */
function stayIn(name: string): () => void {
  return whileLive(({ echo }) => {
    const count = entered.get(name) ?? 0;
    entered.set(name, count + 1);
    if (count === 0)
      echo
        .join(name)
        .here((all: Present[]) => set(name, () => all))
        .joining((one: Present) => set(name, (members) => [...without(members, one), one]))
        .leaving((one: Present) => set(name, (members) => without(members, one)));
    return () => {
      const left = (entered.get(name) ?? 1) - 1;
      entered.set(name, left);
      if (left > 0) return;
      entered.delete(name);
      rooms.delete(name);
      echo.leave(name);
    };
  });
}

/** The other people in a presence channel (without its prefix), while this component is shown. */
export function usePresence(name: string): readonly Present[] {
  const { data: me } = useQuery({ ...sessionQuery, enabled: false });
  useEffect(() => stayIn(name), [name]);
  const members = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => rooms.get(name) ?? NOBODY,
  );
  return members.filter(({ id }) => id !== me?.id);
}
