import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
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
  // Read again each time: meanwhile an older page or an own message may have come.
  const withKnown = (read: readonly Message[]) =>
    mergeMessages(sid, client.getQueryData<Message[]>(keyOf(sid, epoch)) ?? [], read);
  let read: readonly Message[] = await ask({});
  for (let from = beforeGap(withKnown(read)), last = 0; from > last;) {
    read = [...read, ...(await ask({ despues: from }))];
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

/** The newest messages of a room: asked for when it opens, and already when the pointer is over its row. */
export const threadQuery = (client: QueryClient, { sid, epoch }: Room) =>
  queryOptions({
    queryKey: keyOf(sid, epoch),
    queryFn: ({ signal }) => freshThread(client, { sid, epoch }, signal),
    // A new message moves all the others: comparing each with its neighbour takes longer than drawing what is in sight.
    structuralSharing: false,
    meta: { shows: listMessagesOf.shows },
  });

/** The messages of a room, the newest first; `older` fetches the page before the oldest known one. */
export function useThread({ sid, epoch }: Room) {
  const client = useQueryClient();
  const [reading, setReading] = useState(false);
  const { data, error } = useQuery(threadQuery(client, { sid, epoch }));
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
