import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listMessagesOf } from '#contract/care/chat/endpoints.ts';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { mergeMessages } from '#contract/care/chat/rules.ts';
import { call } from '#web/office/lib/call.ts';

type Room = Pick<Conversation, 'sid' | 'epoch' | 'last_seq'>;

const PER_PAGE = 50;
/** After messages moved, the thread is read anew: their numbers changed. */
const keyOf = ({ sid, epoch }: Room, around?: number) =>
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
async function freshThread(client: QueryClient, room: Room, signal: AbortSignal): Promise<Message[]> {
  const { sid } = room;
  const known = client.getQueryData<Message[]>(keyOf(room)) ?? [];
  const last = newestSeq(known);
  const newest = await ask(sid, {}, signal);
  let thread = mergeMessages(sid, known, newest);
  for (let from = last; from !== undefined && from + 1 < (newest.at(-1)?.seq ?? 0);) {
    const missed = await ask(sid, { despues: from }, signal);
    if (missed.length === 0) break;
    thread = mergeMessages(sid, thread, missed);
    from = missed[0]!.seq;
  }
  return thread;
}

/** A late message stands among older ones: the highest number is not always the first. */
const newestSeq = (known: readonly Message[]): number | undefined =>
  known.length === 0 ? undefined : Math.max(...known.map(({ seq }) => seq));

/** The messages around one of them, for a jump into the past; merged with what was read on from there. */
async function threadAround(
  client: QueryClient,
  room: Room,
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
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      around === undefined ? freshThread(client, room, signal) : threadAround(client, room, around, signal),
    meta: { shows: listMessagesOf.shows },
  });
  const oldest = data?.reduce((least, { seq }) => Math.min(least, seq), Infinity) ?? 1;
  const newest = newestSeq(data ?? []) ?? room.last_seq;
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
