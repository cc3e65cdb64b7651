import { newKey } from '../call.ts';
import { signedInHere } from '../refused.ts';
import { report } from '../report.ts';
import { alone } from './alone.ts';
import {
  dropItems,
  forgetRemembered,
  itemsOf,
  keepItem,
  recall,
  releaseItem,
  remember,
  type ItemFile,
  type OutboxItem,
} from './database.ts';
import { kindOf, type OutboxKind, type Repeatable } from './kinds.ts';
import { PERHAPS_SENT, sendItem } from './send.ts';

/** Who types here. */
export interface Author {
  id: number;
  name: string;
}

export interface SentItem {
  id: number;
  kind: string;
  title: string;
  answer: unknown;
}

export interface OutboxState {
  /** Who is signed in, or was when there was a line last; null: nobody known. */
  author: Author | null;
  /** Undefined: not known yet, without a line perhaps for long. */
  session: 'in' | 'out' | undefined;
  /** This browser has been asked what it keeps. */
  ready: boolean;
  items: readonly OutboxItem[];
  /** How many wait for their author to sign in again; nobody sees which. */
  held: number;
  /** Item that is on its way, from this tab or another. */
  sending: number | null;
  /** What arrived while the page was open, the latest first. */
  sent: readonly SentItem[];
  online: boolean;
}

const AUTHOR = 'autor';
const CHANNEL = 'llave-outbox';
const SENT_SHOWN = 20;

let state: OutboxState = {
  author: null,
  session: undefined,
  ready: false,
  items: [],
  held: 0,
  sending: null,
  sent: [],
  online: navigator.onLine,
};
const watchers = new Set<() => void>();
let channel: BroadcastChannel | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | null = null;
let again = false;
let failures = 0;
let turns = 0;

export const readOutbox = () => state;

function set(patch: Partial<OutboxState>): void {
  state = { ...state, ...patch };
  for (const watcher of watchers) watcher();
}

/** Reads what is kept. */
async function refresh(): Promise<void> {
  const { author } = state;
  const items = author ? await itemsOf(author.id) : [];
  if (state.author?.id !== author?.id) return;
  set(state.session === 'out' ? { items: [], held: items.length } : { items, held: 0 });
}

/** What changed, to the other tabs. */
interface News {
  sending: number | null;
  sent: SentItem | null;
}
const tell = (news: Partial<News> = {}) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  channel?.postMessage({ sending: state.sending, sent: null, ...news } satisfies News);

function show(sent: SentItem): void {
  set({ sent: [sent, ...state.sent].slice(0, SENT_SHOWN) });
}

const look = () => {
  set({ online: navigator.onLine });
  if (navigator.onLine && document.visibilityState === 'visible') {
    failures = 0;
    void wake();
  }
};

/** Tells of each change. While somebody watches, what waits is sent by itself when the line or the page comes back. */
export function watchOutbox(watcher: () => void): () => void {
  if (watchers.size === 0) start();
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) stop();
  };
}

function start(): void {
  state = { ...state, online: navigator.onLine };
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  document.addEventListener('visibilitychange', look);
  if (typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
    set({ sending: data.sending });
    if (data.sent) show(data.sent);
    refresh().catch(report);
  });
}

function stop(): void {
  window.removeEventListener('online', look);
  window.removeEventListener('offline', look);
  document.removeEventListener('visibilitychange', look);
  channel?.close();
  channel = null;
  clearTimeout(timer);
}

/**
 * Tells who is signed in: null, nobody; undefined, the server has not said. What waits is sent for its author only, so it stops when
 * the session ends, and goes on when the same person is back.
 */
export async function setSession(signedIn: Author | null | undefined): Promise<void> {
  const turn = ++turns;
  const known = signedIn ?? ((await recall(AUTHOR).catch(() => undefined)) as Author | undefined) ?? null;
  if (turn !== turns) return;
  const others = known?.id !== state.author?.id;
  set({
    author: known,
    session: signedIn ? 'in' : signedIn === null ? 'out' : undefined,
    ...(others && { items: [], sent: [] }),
  });
  await refresh().catch(report);
  set({ ready: true });
  if (!signedIn) return;
  await remember(AUTHOR, { id: signedIn.id, name: signedIn.name }).catch(report);
  void wake();
}

/** After a sign-out this browser shows nothing of its author any more; what waits stays kept. */
export async function forgetAuthor(): Promise<void> {
  await forgetRemembered(AUTHOR);
  set({ author: null, items: [], held: 0, sent: [] });
}

/**
 * Keeps what was typed, and sends it when it can. Resolves with the item's number once it is on the disk. Raises where this browser
 * keeps nothing or has no room: then nothing may be taken for kept. `after`: an item whose answer this one needs.
 */
export async function enqueue<Typed, E extends Repeatable>(
  kind: OutboxKind<Typed, E>,
  typed: Typed,
  files: readonly ItemFile[] = [],
  after: number | null = null,
): Promise<number> {
  const { author } = state;
  if (!author || state.session === 'out') throw new Error('Nobody is signed in');
  const id = await keepItem(
    {
      userId: author.id,
      kind: kind.name,
      key: newKey(),
      title: kind.title(typed),
      typed,
      after,
      first: null,
      triedAt: null,
      faults: 0,
      refusal: null,
    },
    files,
  );
  // Asked when there is something to lose; without a yes the browser may clear it when it runs out of room.
  void navigator.storage?.persist?.().catch(() => undefined);
  await changed();
  return id;
}

/** Other contents in the place of what was refused, under another key. `files` left out: those it had. */
export async function correctItem<Typed, E extends Repeatable>(
  kind: OutboxKind<Typed, E>,
  item: OutboxItem,
  typed: Typed,
  files?: readonly ItemFile[],
): Promise<void> {
  const contents = { key: newKey(), triedAt: null, typed, title: kind.title(typed) };
  if (await releaseItem(item.id, contents, files)) await changed();
  // Thrown away meanwhile: what was typed now is not lost with it.
  else await enqueue(kind, typed, files);
}

/** Sends the same again. */
export async function retryItem(item: OutboxItem): Promise<void> {
  await releaseItem(item.id, item.refusal?.code === PERHAPS_SENT ? { key: newKey(), triedAt: null } : {});
  await changed();
}

/** The items, of whatever kind, that need this one's answer, directly or not. */
export const dependentsOf = async (item: OutboxItem): Promise<OutboxItem[]> =>
  following(item, await itemsOf(item.userId));

const following = (item: OutboxItem, items: readonly OutboxItem[]): OutboxItem[] =>
  items.filter(({ after }) => after === item.id).flatMap((one) => [one, ...following(one, items)]);

/** Throws an item away, with those that need its answer. */
export async function dropItem(item: OutboxItem): Promise<void> {
  await dropItems([item, ...(await dependentsOf(item))].map(({ id }) => id));
  await changed();
}

async function changed(): Promise<void> {
  await refresh();
  tell();
  failures = 0;
  void wake();
}

/** Sends what waits. A call while it is sending makes it look once more. */
export function wake(): Promise<void> {
  again = true;
  running ??= run().finally(() => {
    running = null;
    if (again) void wake();
  });
  return running;
}

async function run(): Promise<void> {
  clearTimeout(timer);
  let complete = true;
  while (again) {
    again = false;
    const { author, session } = state;
    if (!author || session !== 'in' || !navigator.onLine) return;
    complete =
      (await alone(`${CHANNEL}-${author.id}`, () => sendAll(author.id)).catch((error: unknown) => {
        report(error, { during: 'outbox' });
        return false;
      })) ?? false;
  }
  failures = complete ? 0 : failures + 1;
  if (!complete && watchers.size > 0) timer = setTimeout(() => void wake(), pauseAfter(failures));
}

/** From 5 seconds, doubled, to a minute. */
const pauseAfter = (times: number) => Math.min(5000 * 2 ** (times - 1), 60_000);

/** Sends item after item, in order. Answers whether nothing is left that time alone would bring further. */
async function sendAll(userId: number): Promise<boolean> {
  const failing = new Set<string>();
  const mayGo = (item: OutboxItem) =>
    kindOf(item.kind) && !item.refusal && item.after === null && !failing.has(item.kind);
  // The call goes under the name of who is signed in on this tab.
  while (state.session === 'in' && state.author?.id === userId && signedInHere() === userId) {
    const item = (await itemsOf(userId)).find(mayGo);
    if (!item) return failing.size === 0;
    set({ sending: item.id });
    tell();
    const outcome = await sendItem(item);
    const { id, kind, title } = item;
    const sent = outcome.done === 'arrived' ? { id, kind, title, answer: outcome.answer } : null;
    set({ sending: null });
    if (sent) show(sent);
    await refresh();
    tell({ sent });
    if (outcome.done === 'stopped') return false;
    if (outcome.done === 'faulted') failing.add(kind);
  }
  return true;
}
