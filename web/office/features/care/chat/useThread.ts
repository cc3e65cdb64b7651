import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listMessagesOf } from '#contract/care/chat/endpoints.ts';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { mergeMessages } from '#contract/care/chat/rules.ts';
import { call } from '#web/office/lib/call.ts';

type Room = Pick<Conversation, 'sid' | 'epoch' | 'last_seq'>;
type Named = Pick<Room, 'sid' | 'epoch'>;

const PER_PAGE = 50;
/** After messages moved, the thread is read anew: their numbers changed. */
const keyOf = ({ sid, epoch }: Named, around?: number) =>
  [listMessagesOf.path, 'hilo', sid, epoch, around ?? 'fin'] as const;

const ask = async (sid: string, query: { antes?: number; despues?: number }, signal?: AbortSignal) =>
  (
    await call(
      listMessagesOf,
      { params: { sid }, query: { per_page: PER_PAGE, ...query } },
      signal ? { signal } : {},
    )
  ).data;

/**
 * The newest messages, merged with the known ones; whatever was missed in between is fetched by sequence. A newer request
 * cancels this one (spec §4).
 */
async function freshThread(client: QueryClient, room: Named, signal: AbortSignal): Promise<Message[]> {
  const { sid } = room;
  // Read again each time: meanwhile an older page or an own message may have come.
  const withKnown = (read: readonly Message[]) =>
    mergeMessages(sid, client.getQueryData<Message[]>(keyOf(room)) ?? [], read);
  let read: readonly Message[] = await ask(sid, {}, signal);
  for (let from = beforeGap(withKnown(read)), last = 0; from > last;) {
    read = [...read, ...(await ask(sid, { despues: from }, signal))];
    [from, last] = [beforeGap(withKnown(read)), from];
  }
  return withKnown(read);
}

/**
 * The number before the first one that is missing; 0: none is. Not simply the last known one: what was written here after a
 * gap has a later number.
 */
function beforeGap(thread: readonly Message[]): number {
  const numbers = Uint32Array.from(thread, ({ seq }) => seq).sort();
  return numbers.find((seq, at) => at + 1 < numbers.length && numbers[at + 1] !== seq + 1) ?? 0;
}

/**
 * The newest messages of a room, or those around one: asked for when it opens, and already when the pointer is over its row.
 */
export const threadQuery = (client: QueryClient, room: Named, around?: number) =>
  queryOptions({
    queryKey: keyOf(room, around),
    queryFn: ({ signal }) =>
      around === undefined ? freshThread(client, room, signal) : threadAround(client, room, around, signal),
    // A new message moves all the others: comparing each with its neighbour takes longer than drawing what is in sight.
    structuralSharing: false,
    meta: { shows: listMessagesOf.shows },
  });

/** The messages around one of them, for a jump into the past; merged with what was read on from there. */
async function threadAround(
  client: QueryClient,
  room: Named,
  around: number,
  signal: AbortSignal,
): Promise<Message[]> {
  const found = await ask(room.sid, { despues: Math.max(0, around - 1 - PER_PAGE / 2) }, signal);
  return mergeMessages(room.sid, client.getQueryData<Message[]>(keyOf(room, around)) ?? [], found);
}

/**
 * The messages of a room, the newest first; with `around`, those around that number. `older` fetches the page before the
 * oldest known one, `newer` the page after the newest.
 */
export function useThread(room: Room, around?: number) {
  const client = useQueryClient();
  const [reading, setReading] = useState(false);
  const key = keyOf(room, around);
  const { data, error } = useQuery(threadQuery(client, room, around));
  const oldest = data?.reduce((least, { seq }) => Math.min(least, seq), Infinity) ?? 1;
  const newest = data?.reduce((most, { seq }) => Math.max(most, seq), 0) ?? room.last_seq;
  const read = async (query: { antes?: number; despues?: number }) => {
    if (reading) return;
    setReading(true);
    const found = await ask(room.sid, query).catch(() => null);
    setReading(false);
    if (found) client.setQueryData<Message[]>(key, (known = []) => mergeMessages(room.sid, known, found));
  };
  const arrived = (message: Message) => {
    client.setQueryData<Message[]>(
      keyOf(room),
      (known) => known && mergeMessages(room.sid, known, [message]),
    );
    // Among old messages a new one would stand beside a gap.
    client.setQueryData<Message[]>(key, (known) =>
      known?.some(({ _id }) => _id === message._id) ? mergeMessages(room.sid, known, [message]) : known,
    );
  };
  return {
    messages: data,
    error,
    hasOlder: oldest > 1 && !reading,
    older: () => read({ antes: oldest }),
    hasNewer: around !== undefined && newest < room.last_seq && !reading,
    newer: () => read({ despues: newest }),
    arrived,
  };
}
