import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../session.ts';
import { whileLive } from './line.ts';

export interface Present {
  id: number;
  name: string;
}

/** How many parts of this tab are in each channel: the last one leaves it. */
const entered = new Map<string, number>();
const rooms = new Map<string, { members: Present[]; tell: Set<(members: Present[]) => void> }>();

function roomOf(name: string) {
  const room = rooms.get(name) ?? { members: [], tell: new Set() };
  rooms.set(name, room);
  return room;
}
function set(name: string, members: Present[]): void {
  const room = roomOf(name);
  room.members = members;
  for (const tell of room.tell) tell(members);
}

/** The other people in a presence channel (without its prefix), while this component is shown. Null: none. */
export function usePresence(name: string | null): readonly Present[] {
  const { data: me } = useQuery({ ...sessionQuery, enabled: false });
  const [members, setMembers] = useState<readonly Present[]>([]);
  useEffect(() => {
    if (name === null) return;
    const room = roomOf(name);
    room.tell.add(setMembers);
    setMembers(room.members);
    const stop = whileLive(({ echo }) => {
      const count = entered.get(name) ?? 0;
      entered.set(name, count + 1);
      if (count === 0)
        echo
          .join(name)
          .here((all: Present[]) => set(name, all))
          .joining((one: Present) =>
            set(name, [...roomOf(name).members.filter(({ id }) => id !== one.id), one]),
          )
          .leaving((one: Present) =>
            set(
              name,
              roomOf(name).members.filter(({ id }) => id !== one.id),
            ),
          );
      return () => {
        const left = (entered.get(name) ?? 1) - 1;
        entered.set(name, left);
        if (left > 0) return;
        entered.delete(name);
        rooms.delete(name);
        echo.leave(name);
      };
    });
    return () => {
      room.tell.delete(setMembers);
      stop();
      setMembers([]);
    };
  }, [name]);
  return members.filter(({ id }) => id !== me?.id);
}
