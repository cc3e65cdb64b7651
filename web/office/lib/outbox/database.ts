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
  bytes: ArrayBuffer;
}

/** An item without its id. */
export type NewItem = Omit<OutboxItem, 'id'>;

interface Schema extends DBSchema {
  items: { key: number; value: NewItem & { id?: number }; indexes: { userId: number } };
  /** By item id. A separate store, so that listing items does not read the files. */
  files: { key: number; value: KeptFile[] };
  /** What pages need to start offline. */
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

type Store<Name extends 'items' | 'files'> = IDBPObjectStore<
  Schema,
  ('items' | 'files')[],
  Name,
  'readwrite'
>;

/** Runs one transaction over items and files. Resolves when the data is on disk (durability "strict"). */
async function change<A>(act: (items: Store<'items'>, files: Store<'files'>) => Promise<A>): Promise<A> {
  const transaction = (await open()).transaction(['items', 'files'], 'readwrite', { durability: 'strict' });
  const acting = act(transaction.objectStore('items'), transaction.objectStore('files')).catch(
    (error: unknown) => {
      // A transaction that failed on disk has already ended.
      if (transaction.error === null) transaction.abort();
      throw error;
    },
  );
  const [answer] = await Promise.all([acting, transaction.done]);
  return answer;
}

/** Stores an item with its files and returns its id. Raises if the browser has no storage or no space. */
export async function keepItem(item: NewItem, given: readonly ItemFile[]): Promise<number> {
  const kept = await keptOf(given);
  return change(async (items, files) => {
    const id = await items.add(item);
    if (kept.length > 0) await files.put(kept, id);
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
  return kept.map(({ field, name, type, bytes }) => ({ field, file: new File([bytes], name, { type }) }));
}

const keptOf = (files: readonly ItemFile[]): Promise<KeptFile[]> =>
  Promise.all(
    files.map(async ({ field, file }) => ({
      field,
      name: file.name,
      type: file.type,
      bytes: await file.arrayBuffer(),
    })),
  );

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
