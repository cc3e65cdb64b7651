import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listMessagesOf } from '#contract/care/chat/endpoints.ts';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { mergeMessages } from '#contract/care/chat/rules.ts';
import { call } from '#web/office/lib/call.ts';

type Room = Pick<Conversation, 'sid' | 'epoch'>;

const PER_PAGE = 50;
/** After messages moved, the thread is read anew: their numbers changed. */
const keyOf = (sid: string, epoch: number) => [listMessagesOf.path, 'hilo', sid, epoch] as const;

/**
 * The newest messages, merged with the known ones; whatever was missed in between is fetched by sequence. A newer request
 * cancels this one (spec §4).
 */
async function freshThread(
  client: QueryClient,
  { sid, epoch }: Room,
  signal: AbortSignal,
): Promise<Message[]> {
  const ask = async (query: { antes?: number; despues?: number }) =>
    (await call(listMessagesOf, { params: { sid }, query: { per_page: PER_PAGE, ...query } }, { signal }))
      .data;
  const known = client.getQueryData<Message[]>(keyOf(sid, epoch)) ?? [];
  const last = newestSeq(known);
  const newest = await ask({});
  let thread = mergeMessages(sid, known, newest);
  for (let from = last; from !== undefined && from + 1 < (newest.at(-1)?.seq ?? 0);) {
    const missed = await ask({ despues: from });
    if (missed.length === 0) break;
    thread = mergeMessages(sid, thread, missed);
    from = missed[0]!.seq;
  }
  return thread;
}

/** A late message stands among older ones: the highest number is not always the first. */
const newestSeq = (known: readonly Message[]): number | undefined =>
  known.length === 0 ? undefined : Math.max(...known.map(({ seq }) => seq));

/** The messages of a room, the newest first; `older` fetches the page before the oldest known one. */
export function useThread({ sid, epoch }: Room) {
  const client = useQueryClient();
  const [reading, setReading] = useState(false);
  const { data, error } = useQuery({
    queryKey: keyOf(sid, epoch),
    queryFn: ({ signal }) => freshThread(client, { sid, epoch }, signal),
    meta: { shows: listMessagesOf.shows },
  });
  const oldest = data?.reduce((least, { seq }) => Math.min(least, seq), Infinity) ?? 1;
  const older = async () => {
    if (reading || oldest <= 1) return;
    setReading(true);
    const found = await call(listMessagesOf, {
      params: { sid },
      query: { per_page: PER_PAGE, antes: oldest },
    }).catch(() => null);
    setReading(false);
    if (found)
      client.setQueryData<Message[]>(keyOf(sid, epoch), (known = []) =>
        mergeMessages(sid, known, found.data),
      );
  };
  const arrived = (message: Message) =>
    client.setQueryData<Message[]>(keyOf(sid, epoch), (known = []) => mergeMessages(sid, known, [message]));
  return { messages: data, error, older, reading, hasOlder: oldest > 1, arrived };
}
