import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { officeCounters } from '#contract/overview/home/endpoints.ts';
import { TOTALS_EVENT, totalsChannel } from '#contract/realtime.ts';
import type { Context, Staff } from '#server/kernel/context.ts';
import { contextFor } from '#server/kernel/realtime/callers.ts';
import { channel, type Subscriber } from '#server/kernel/realtime/channels.ts';
import { kindsOf } from '#server/modules/company/realtime/kinds.service.ts';

const CHANNEL = totalsChannel(':userId');
/** Counters depend on the day and on hours too: they are counted anew after this, although nothing changed. */
const OLD_MS = 5 * 60_000;

/** Between two rounds, so that a busy hour counts at most once a second. */
const ROUND_MS = 1000;

/**
 * The menu's counters of connected users (`with-global-total.{userId}`): after a change of a kind that they count, each
 * connected session is counted once, one after the other, and sent only what differs from what it has. A burst of changes
 * is one count, because a round begins after the one before.
 */
export function liveTotals(app: FastifyInstance, count: (ctx: Context) => Promise<object>): void {
  const { realtime } = app.core;
  const counted: ReadonlySet<string> = new Set(officeCounters.shows);
  /** By session, because "Ver como" counts with the eyes of another. */
  const sent = new Map<string, { text: string; at: number }>();
  let counting = false;
  const due = new Set<string>();

  channel(app, {
    name: CHANNEL,
    access: 'staff',
    may: ({ staff }, { userId }) => String(staff?.userId) === userId,
  });
  realtime.onChanges((batch) => {
    const kinds = batch.flatMap(({ record }) => (counted.has(record) ? [record] : []));
    if (kinds.length > 0) round(kinds);
  });
  realtime.onTick(() => {
    const old = performance.now() - OLD_MS;
    return countAll((session) => (sent.get(session)?.at ?? Infinity) < old);
  });
  realtime.bus.on('again', ({ evento, userId }: { evento: string; userId: number }) => {
    if (evento !== 'global-total') return;
    const mine = [...sessions()].filter(([, { staff }]) => staff.userId === userId);
    for (const [session] of mine) sent.delete(session);
    return countAll((session) => mine.some(([one]) => one === session));
  });

  function sessions() {
    const found = new Map<string, { staff: Staff; send: Subscriber['send'][] }>();
    for (const { staff, send } of realtime.subscribersOf(CHANNEL)) {
      if (!staff) continue;
      const known = found.get(staff.sessionId);
      if (known) known.send.push(send);
      else found.set(staff.sessionId, { staff, send: [send] });
    }
    return found;
  }
  async function countAll(which: (session: string, staff: Staff) => boolean): Promise<void> {
    const open = sessions();
    for (const session of sent.keys()) if (!open.has(session)) sent.delete(session);
    for (const [session, { staff, send }] of open) {
      if (!which(session, staff)) continue;
      const totals = await count(contextFor(app, { staff, client: null }));
      const text = JSON.stringify(totals);
      const known = sent.get(session)?.text;
      sent.set(session, { text, at: performance.now() });
      if (text !== known) for (const one of send) one(TOTALS_EVENT, totals);
    }
  }
  /** Counts everybody whom these kinds concern; what changes meanwhile is counted by the next round. */
  function round(kinds: readonly string[]): void {
    for (const kind of kinds) due.add(kind);
    if (counting) return;
    counting = true;
    const run = async () => {
      while (due.size > 0) {
        const changed = [...due];
        due.clear();
        await countAll((_session, staff) => {
          const heard = kindsOf(app, staff);
          // A contractor hears of no record, and has counters all the same.
          return !staff.colleague || changed.some((kind) => heard.has(kind));
        });
        await pause(ROUND_MS, undefined, { ref: false });
      }
    };
    run()
      .catch((error: unknown) => app.log.warn({ err: error }, 'live totals'))
      .finally(() => {
        counting = false;
      });
  }
}
