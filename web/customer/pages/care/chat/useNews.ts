import { useEffect, useRef } from 'react';
import type { myMessages, readMine } from '#contract/care/chat/customerEndpoints.ts';
import type { Message } from '#contract/care/chat/model.ts';
import { NEWEST } from '#contract/care/chat/rules.ts';
import { post } from '#web/customer/lib/post.ts';
import { followThread } from './liveThread.ts';

/** How often an open page without live updates asks for what it misses. */
const ASK_MS = 20_000;
export const MESSAGES_URL = '/clientes/chat/mensajes';

/** Asks for messages that came or changed, when it is told of them or the page comes in sight, and says what was seen. */
export function useNews(
  saleId: number,
  { known, oldest }: { known: number; oldest: number },
  last: number,
  add: (roomId: string, arrived: Message[]) => void,
): void {
  const now = useRef({ add, known, oldest });
  useEffect(() => {
    now.current = { add, known, oldest };
  });
  useEffect(() => {
    if (last > 0) void post<typeof readMine>('/clientes/chat/visto', { seq: last });
  }, [last]);
  useEffect(() => {
    /** The first number that was told of and is not fetched yet. */
    let due = Infinity;
    let asking = false;
    let again = false;
    /** Everything up to it was fetched. An own message has a later number than what came while there was no connection. */
    let complete = now.current.known;
    const fetchDue = async () => {
      // A change of a message that the page does not show is none of its business.
      let after = Math.min(complete, Math.max(due, now.current.oldest) - 1);
      due = Infinity;
      for (;;) {
        const outcome = await post<typeof myMessages>(
          `${MESSAGES_URL}?despues=${after}` as typeof MESSAGES_URL,
          null,
          {
            method: 'GET',
          },
        );
        if (!outcome.ok) {
          due = Math.min(due, after + 1);
          return;
        }
        const { data } = outcome.answer;
        if (data[0]) now.current.add(data[0].roomId, data);
        after = Math.max(after, ...data.map(({ seq }) => seq));
        complete = Math.max(complete, after);
        if (data.length < NEWEST) return;
      }
    };
    const ask = async (seq = Infinity) => {
      due = Math.min(due, seq);
      again = true;
      if (asking || document.visibilityState !== 'visible') return;
      asking = true;
      while (again) {
        again = false;
        await fetchDue();
      }
      asking = false;
    };
    const thread = followThread(saleId, (seq) => void ask(seq));
    const timer = setInterval(() => {
      if (!thread.alive() || due < Infinity) void ask();
    }, ASK_MS);
    const onSight = () => void ask();
    document.addEventListener('visibilitychange', onSight);
    return () => {
      thread.end();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, [saleId]);
}
