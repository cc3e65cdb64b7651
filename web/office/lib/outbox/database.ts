import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';

/** The server's answer to an item that it refused. */
export interface ItemRefusal {
  status: number;
  code: string;
  message: string;
  /** As the server sent it: the kind's screen uses it to offer a solution. */
  current: unknown;
}

/** An entry that the server does not have yet. */
export interface OutboxItem<Typed = unknown> {
  /** Autoincrement: the order of sending. A correction keeps the id. */
  id: number;
  userId: number;
  kind: string;
  /** Its Idempotency-Key. Changes only when the contents change. */
  key: string;
  title: string;
  typed: Typed;
  /** Id of the item whose answer this one needs before it can be sent. */
  after: number | null;
  /** The answer of the item in `after`. */
  first: unknown;
  /** Time of the first attempt under this key, in ms; null: never sent. */
  triedAt: number | null;
  /** Number of times that the server failed on it (5xx). */
  faults: number;
  refusal: ItemRefusal | null;
}

/** A file and its form field. */
export interface ItemFile {
  field: string;
  file: File;
}

/**
 * Bytes instead of a Blob: some browsers lose the contents of stored Blobs, and the user may delete the file on the
 * phone.
 */
interface KeptFile {
  field: string;
  name: string;
  type: string;
  lastModified?: number;
  bytes: ArrayBuffer;
}

/** An item without its id. */
export type NewItem = Omit<OutboxItem, 'id'>;

interface Schema extends DBSchema {
  items: { key: number; value: NewItem & { id?: number }; indexes: { userId: number } };
  /** By item id. A separate store, so that listing items does not read the files. */
  files: { key: number; value: KeptFile[] };
  /** What pages need to start offline, and drafts with their files. */
  remembered: { key: string; value: unknown };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;
const forget = () => {
  opening = undefined;
};

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('llave-oficina', 1, {
    upgrade(database) {
      database
        .createObjectStore('items', { keyPath: 'id', autoIncrement: true })
        .createIndex('userId', 'userId');
      database.createObjectStore('files');
      database.createObjectStore('remembered');
    },
    // A tab with a newer release waits for this connection to close.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opening;
}

type Name = 'items' | 'files' | 'remembered';
type Store<One extends Name> = IDBPObjectStore<Schema, Name[], One, 'readwrite'>;

/** Runs one transaction over all stores. Resolves when the data is on disk (durability "strict"). */
async function change<A>(
  act: (items: Store<'items'>, files: Store<'files'>, remembered: Store<'remembered'>) => Promise<A>,
): Promise<A> {
  const stores: Name[] = ['items', 'files', 'remembered'];
  const transaction = (await open()).transaction(stores, 'readwrite', { durability: 'strict' });
  const acting = act(
    transaction.objectStore('items'),
    transaction.objectStore('files'),
    transaction.objectStore('remembered'),
  ).catch((error: unknown) => {
    // A transaction that failed on disk has already ended.
    if (transaction.error === null) transaction.abort();
    throw error;
  });
  const [answer] = await Promise.all([acting, transaction.done]);
  return answer;
}

/**
 * Stores an item with its files, drops the draft that it was written in, and returns its id. Raises if the browser has no
 * storage or no space.
 */
export async function keepItem(
  item: NewItem,
  given: readonly ItemFile[],
  draft: string | null = null,
): Promise<number> {
  const kept = await keptOf(given);
  return change(async (items, files, remembered) => {
    const id = await items.add(item);
    if (kept.length > 0) await files.put(kept, id);
    if (draft !== null) await remembered.delete(rangeOf(draft));
    return id;
  });
}

/** The user's items, in the order of sending. */
export async function itemsOf(userId: number): Promise<OutboxItem[]> {
  return (await (await open()).getAllFromIndex('items', 'userId', userId)) as OutboxItem[];
}

/** Changes an item if it still exists. */
export const changeItem = (id: number, patch: Partial<NewItem>): Promise<void> =>
  change(async (items) => {
    const item = await items.get(id);
    if (item) await items.put({ ...item, ...patch });
  });

/**
 * Puts a refused item back in the queue with changes. `given` files replace its files. Returns false and changes
 * nothing if another tab has dropped the item or has released it already.
 */
export async function releaseItem(
  id: number,
  patch: Partial<NewItem>,
  given?: readonly ItemFile[],
): Promise<boolean> {
  const kept = given && (await keptOf(given));
  return change(async (items, files) => {
    const item = await items.get(id);
    if (!item?.refusal) return false;
    await items.put({ ...item, ...patch, faults: 0, refusal: null });
    if (kept) await files.put(kept, id);
    return true;
  });
}

/**
 * After the server accepted an item: removes it and gives its answer to the items that wait for it, in one
 * transaction.
 */
export const itemArrived = (item: OutboxItem, answer: unknown): Promise<void> =>
  change(async (items, files) => {
    await items.delete(item.id);
    await files.delete(item.id);
    for (const other of await items.index('userId').getAll(item.userId))
      if (other.after === item.id) await items.put({ ...other, after: null, first: answer });
  });

/** Removes items with their files. */
export const dropItems = (ids: readonly number[]): Promise<void> =>
  change(async (items, files) => {
    for (const id of ids) {
      await items.delete(id);
      await files.delete(id);
    }
  });

export async function filesOf(id: number): Promise<ItemFile[]> {
  const kept = (await (await open()).get('files', id)) ?? [];
  return kept.map((one) => ({ field: one.field, file: fromKept(one) }));
}

const keptOf = (files: readonly ItemFile[]): Promise<KeptFile[]> =>
  Promise.all(files.map(({ field, file }) => toKept(file, field)));
export const toKept = async (file: File, field = ''): Promise<KeptFile> => ({
  field,
  name: file.name,
  type: file.type,
  lastModified: file.lastModified,
  bytes: await file.arrayBuffer(),
});
const fromKept = ({ name, type, lastModified, bytes }: KeptFile) =>
  new File([bytes], name, { type, ...(lastModified !== undefined && { lastModified }) });

/** What was written in a form and not saved: its parts, in which each file is a number, and the files. */
interface KeptDraft {
  at: number;
  parts: unknown;
}
const DRAFT = 'borrador ';
/** The draft and its files: `borrador una` and `borrador una 1`. */
const rangeOf = (name: string) => IDBKeyRange.bound(DRAFT + name, `${DRAFT}${name} \uffff`);
const numberIn = (key: string) => Number(key.slice(key.lastIndexOf(' ') + 1));

export async function draftOf(
  name: string,
): Promise<{ at: Date; parts: unknown; files: { number: number; file: File }[] } | null> {
  const { store } = (await open()).transaction('remembered');
  const draft = (await store.get(DRAFT + name)) as KeptDraft | undefined;
  if (!draft) return null;
  const files: { number: number; file: File }[] = [];
  for await (const { key, value } of store.iterate(rangeOf(name)))
    if (key !== DRAFT + name) files.push({ number: numberIn(key), file: fromKept(value as KeptFile) });
  return { at: new Date(draft.at), parts: draft.parts, files };
}

/**
 * Keeps a draft with its new files, without those that left it. Commits at once and waits for no request: the browser
 * finishes it even when the page is closing.
 */
export async function keepDraft(
  name: string,
  parts: unknown,
  { files, gone }: { files: readonly { number: number; file: KeptFile }[]; gone: readonly number[] },
): Promise<void> {
  const transaction = (await open()).transaction('remembered', 'readwrite', { durability: 'strict' });
  const { store } = transaction;
  const key = (number: number) => `${DRAFT}${name} ${number}`;
  const requests: Promise<unknown>[] = [
    ...gone.map((number) => store.delete(key(number))),
    ...files.map(({ number, file }) => store.put(file, key(number))),
    store.put({ at: Date.now(), parts } satisfies KeptDraft, DRAFT + name),
  ];
  transaction.commit();
  await Promise.all([...requests, transaction.done]);
}

export const dropDraft = (name: string): Promise<void> =>
  change((_items, _files, remembered) => remembered.delete(rangeOf(name)));

/** The names of the drafts that begin like this. Drops those of before `since`: nobody goes on with them. */
export async function draftsLike(start: string, since: number): Promise<string[]> {
  const { store, done } = (await open()).transaction('remembered', 'readwrite');
  const names: string[] = [];
  for await (const { key, value } of store.iterate(IDBKeyRange.bound(DRAFT, `${DRAFT}\uffff`))) {
    const name = key.slice(DRAFT.length);
    if (name.includes(' ')) continue;
    if ((value as KeptDraft).at < since) await store.delete(rangeOf(name));
    else if (name.startsWith(start)) names.push(name);
  }
  await done;
  return names;
}

export const recall = async (name: string): Promise<unknown> => (await open()).get('remembered', name);
export const remember = async (name: string, value: unknown): Promise<unknown> =>
  (await open()).put('remembered', value, name);
export const forgetRemembered = async (name: string): Promise<void> =>
  (await open()).delete('remembered', name);

/**
 * Takes or renews a lease that one tab holds at a time. It expires at `until` (ms). Returns false if another tab
 * holds it.
 */
export async function takeLease(name: string, tab: string, now: number, until: number): Promise<boolean> {
  const { store, done } = (await open()).transaction('remembered', 'readwrite');
  const held = (await store.get(name)) as { tab: string; until: number } | undefined;
  const free = !held || held.tab === tab || held.until <= now;
  if (free) await store.put({ tab, until }, name);
  await done;
  return free;
}
