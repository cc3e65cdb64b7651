import type { QueryClient } from '@tanstack/react-query';
import { missedChanges } from '#contract/company/realtime/endpoints.ts';
import type { Answer } from '#contract/endpoint.ts';
import { officeCounters } from '#contract/overview/home/endpoints.ts';
import {
  CHANGES_CHANNEL,
  CHANGES_EVENT,
  MARK_EVENT,
  totalsChannel,
  TOTALS_EVENT,
  type LiveChange,
} from '#contract/realtime.ts';
import { RECORDS, type RecordKind } from '#contract/records.ts';
import { call } from '../call.ts';
import { queryOf } from '../query.ts';
import { changedElsewhere, isWriting } from '../refresh.ts';
import { report } from '../report.ts';
import { openLine, whileLive, type Line } from './line.ts';

type Counters = Answer<typeof officeCounters>['data'];

/** Changes within this time are one refresh. A little of it is by chance, so that not every tab asks at the same moment. */
const GATHER_MS = 300;
const SPREAD_MS = 300;
/** Without a connection, what was missed is asked this often. */
const WITHOUT_MS = 20_000;
/** A server that ended the connection is tried again after this; if the session ended, the page leaves before. */
const AGAIN_MS = 5000;
/** The client's word for a connection that the server ended. */
const BY_SERVER = 'io server disconnect';

/** Up to where this tab knows the feed of changes. */
let mark = document.querySelector<HTMLMetaElement>('meta[name="changes-mark"]')?.content ?? '';

const gathered = new Set<RecordKind>();
let timer: number | undefined;

/** Refreshes what shows the gathered kinds: soon, or when the tab is looked at again. */
function refresh(): void {
  timer = undefined;
  if (document.visibilityState === 'hidden' || gathered.size === 0) return;
  // A list that shows a change before its answer would jump back.
  if (isWriting()) {
    timer = window.setTimeout(refresh, GATHER_MS);
    return;
  }
  const kinds = new Set(gathered);
  gathered.clear();
  changedElsewhere(kinds, [officeCounters.path]);
}
function gather(kinds: Iterable<RecordKind>): void {
  for (const kind of kinds) gathered.add(kind);
  timer ??= window.setTimeout(refresh, GATHER_MS + Math.random() * SPREAD_MS);
}
const isKind = (record: string): record is RecordKind => (RECORDS as readonly string[]).includes(record);
const kindsIn = (changes: readonly Pick<LiveChange, 'record' | 'of'>[]): RecordKind[] =>
  changes.flatMap(({ record, of }) => [record, ...(of && isKind(of[0]) ? [of[0]] : [])]);

/** What was missed could not be fetched yet: until it is, what is pushed does not move the mark past it. */
let behind = false;
let asking: Promise<void> | undefined;
/** Asks for what was missed since the last known change. */
const catchUp = (): Promise<void> =>
  (asking ??= (async () => {
    if (!mark) return;
    behind = true;
    try {
      const { data } = await call(missedChanges, { query: { after: mark } });
      mark = data.mark;
      behind = false;
      gather(data.refresh ? RECORDS : kindsIn(data.changes));
    } catch (error) {
      report(error, { during: 'live updates' });
    } finally {
      asking = undefined;
    }
  })());

/** Keeps the pages of a signed-in user live until the returned function is called. `ended`: the server closed the connection. */
export function followChanges(client: QueryClient, userId: number, ended: () => void): () => void {
  const stop = whileLive((line) => listen(line, client, userId, ended));
  const close = openLine((error) => report(error, { during: 'live updates' }));
  const shown = () => {
    if (document.visibilityState === 'visible') refresh();
  };
  document.addEventListener('visibilitychange', shown);
  return () => {
    document.removeEventListener('visibilitychange', shown);
    close();
    stop();
  };
}

function listen({ echo, socket }: Line, client: QueryClient, userId: number, ended: () => void): () => void {
  const own = { listening: true };
  echo
    .private(CHANGES_CHANNEL.replace('private-', ''))
    .listen(`.${MARK_EVENT}`, (now: { mark: string }) => {
      if (mark === '') mark = now.mark;
      else if (mark !== now.mark) void catchUp();
    })
    .listen(`.${CHANGES_EVENT}`, (batch: { mark: string; changes: LiveChange[] }) => {
      if (!behind) mark = batch.mark;
      gather(kindsIn(batch.changes));
    });
  socket.on(TOTALS_EVENT, (channel: string, totals: Counters) => {
    if (channel === totalsChannel(userId))
      client.setQueryData(queryOf(officeCounters).queryKey, { data: totals });
  });
  echo.private(totalsChannel(userId).replace('private-', ''));
  socket.on('subscription_error', (channel: string, status: number) => {
    // oxlint-disable-next-line no-console -- spec §8: channel errors go to the console
    console.warn('[llave] canal', channel, status);
  });
  socket.on('disconnect', (reason) => {
    if (reason !== BY_SERVER || !own.listening) return;
    ended();
    window.setTimeout(() => own.listening && socket.connect(), AGAIN_MS);
  });
  const poll = window.setInterval(() => {
    if ((!socket.connected || behind) && document.visibilityState === 'visible') void catchUp();
  }, WITHOUT_MS);
  return () => {
    own.listening = false;
    window.clearInterval(poll);
  };
}
