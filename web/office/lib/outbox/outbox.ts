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
import type { OpenDraft } from './openDraft.ts';
import { PERHAPS_SENT, sendItem } from './send.ts';

/** The signed-in user. */
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
  /** The signed-in user, or offline the last one; null: unknown. */
  author: Author | null;
  /** Undefined: not known yet. Offline it may stay so. */
  session: 'in' | 'out' | undefined;
  /** True once the stored items have been read. */
  ready: boolean;
  items: readonly OutboxItem[];
  /** Number of items that wait until their author signs in again. Their contents are hidden. */
  held: number;
  /** Id of the item that this tab or another is sending. */
  sending: number | null;
  /** Items sent while the page was open, the latest first. */
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

/** Reads the stored items. */
async function refresh(): Promise<void> {
  const { author } = state;
  const items = author ? await itemsOf(author.id) : [];
  if (state.author?.id !== author?.id) return;
  set(state.session === 'out' ? { items: [], held: items.length } : { items, held: 0 });
}

/** A message to the other tabs about a change. */
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

/** Subscribes to changes. While there is a subscriber, items are sent when the connection or the page comes back. */
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
 * Sets the signed-in user. null: nobody; undefined: the server has not answered. Items are sent only for their
 * author, so sending stops when the session ends and continues when the same user signs in.
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

/** After a sign-out this browser shows nothing of the author; the items stay stored. */
export async function forgetAuthor(): Promise<void> {
  await forgetRemembered(AUTHOR);
  set({ author: null, items: [], held: 0, sent: [] });
}

export interface EnqueueOptions {
  after?: number | null;
  draft?: OpenDraft | undefined;
}

/**
 * Stores an entry and sends it when possible. Returns the item's id once it is on disk. Raises if nobody is signed
 * in, or if the browser has no storage or no space: then the page must not say that it is kept. `after`: an item
 * whose answer this one needs. `draft`: where it was written; it is dropped with the same transaction.
 */
export async function enqueue<Typed, E extends Repeatable>(
  kind: OutboxKind<Typed, E>,
  typed: Typed,
  files: readonly ItemFile[] = [],
  { after = null, draft }: EnqueueOptions = {},
): Promise<number> {
  const { author } = state;
  if (!author || state.session === 'out') throw new Error('Nobody is signed in');
  const item = {
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
  };
  const id = await (draft ? draft.hold(() => keepItem(item, files, draft.name)) : keepItem(item, files));
  // Ask for persistent storage only when there is something to lose. Without it the browser may evict the items.
  void navigator.storage?.persist?.().catch(() => undefined);
  await changed();
  return id;
}

/** Replaces the contents of a refused item, under a new key. Without `files` it keeps its files. */
export async function correctItem<Typed, E extends Repeatable>(
  kind: OutboxKind<Typed, E>,
  item: OutboxItem,
  typed: Typed,
  files?: readonly ItemFile[],
): Promise<void> {
  const contents = { key: newKey(), triedAt: null, typed, title: kind.title(typed) };
  if (await releaseItem(item.id, contents, files)) await changed();
  // Another tab dropped the item: keep the new values as a new item.
  else await enqueue(kind, typed, files);
}

/** Sends the same item again. */
export async function retryItem(item: OutboxItem): Promise<void> {
  await releaseItem(item.id, item.refusal?.code === PERHAPS_SENT ? { key: newKey(), triedAt: null } : {});
  await changed();
}

/** The items, of any kind, that need this item's answer, directly or not. */
export const dependentsOf = async (item: OutboxItem): Promise<OutboxItem[]> =>
  following(item, await itemsOf(item.userId));

const following = (item: OutboxItem, items: readonly OutboxItem[]): OutboxItem[] =>
  items.filter(({ after }) => after === item.id).flatMap((one) => [one, ...following(one, items)]);

/** Drops an item and the items that need its answer. */
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

/** Sends the waiting items. A call during a run starts one more pass. */
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

/** Backoff in ms: 5 seconds, doubled each time, at most a minute. */
const pauseAfter = (times: number) => Math.min(5000 * 2 ** (times - 1), 60_000);

/** Sends the items in order. Returns true if no item is left that a later retry could send. */
async function sendAll(userId: number): Promise<boolean> {
  const failing = new Set<string>();
  const mayGo = (item: OutboxItem) =>
    kindOf(item.kind) && !item.refusal && item.after === null && !failing.has(item.kind);
  // The call is made as the user who is signed in on this tab.
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
