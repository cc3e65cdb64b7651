import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';

/** What the server answered to an item that it did not take. */
export interface ItemRefusal {
  status: number;
  code: string;
  message: string;
  /** As the server sent it: what the kind's screen needs to offer a way on. */
  current: unknown;
}

/** Something typed that the server does not have yet. */
export interface OutboxItem<Typed = unknown> {
  /** Counts up: the order of sending. It stays when the item is corrected. */
  id: number;
  userId: number;
  kind: string;
  /** Its Idempotency-Key. Only other contents get another one. */
  key: string;
  title: string;
  typed: Typed;
  /** Item whose answer this one needs before it can be sent. */
  after: number | null;
  /** That answer. */
  first: unknown;
  /** When it was sent for the first time under its key; null: never. */
  triedAt: number | null;
  /** How often the server failed on it (500). */
  faults: number;
  refusal: ItemRefusal | null;
}

/** A file with the form field that it belongs to. */
export interface ItemFile {
  field: string;
  file: File;
}

/** Bytes and not a Blob: some browsers lose the contents of kept Blobs, and the file on the phone may go away. */
interface KeptFile {
  field: string;
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

/** A whole item but for its number. */
export type NewItem = Omit<OutboxItem, 'id'>;

interface Schema extends DBSchema {
  items: { key: number; value: NewItem & { id?: number }; indexes: { userId: number } };
  /** Under the item's number; apart, so that listing items reads no pictures. */
  files: { key: number; value: KeptFile[] };
  /** What pages need to begin without a line. */
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
    // A page of a newer release waits for this one.
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

/** One transaction over items and files, all or nothing. Resolves when it is on the disk, not when it was handed over. */
async function change<A>(act: (items: Store<'items'>, files: Store<'files'>) => Promise<A>): Promise<A> {
  const transaction = (await open()).transaction(['items', 'files'], 'readwrite', { durability: 'strict' });
  const acting = act(transaction.objectStore('items'), transaction.objectStore('files')).catch(
    (error: unknown) => {
      // What failed on the disk has ended already.
      if (transaction.error === null) transaction.abort();
      throw error;
    },
  );
  const [answer] = await Promise.all([acting, transaction.done]);
  return answer;
}

/** Keeps an item with its files, and answers its number. Raises where this browser keeps nothing or has no room. */
export async function keepItem(item: NewItem, given: readonly ItemFile[]): Promise<number> {
  const kept = await keptOf(given);
  return change(async (items, files) => {
    const id = await items.add(item);
    if (kept.length > 0) await files.put(kept, id);
    return id;
  });
}

/** Items of a user in the order of sending. */
export async function itemsOf(userId: number): Promise<OutboxItem[]> {
  return (await (await open()).getAllFromIndex('items', 'userId', userId)) as OutboxItem[];
}

/** Changes an item that is still kept. */
export const changeItem = (id: number, patch: Partial<NewItem>): Promise<void> =>
  change(async (items) => {
    const item = await items.get(id);
    if (item) await items.put({ ...item, ...patch });
  });

/**
 * Lets a refused item go out again, changed; `given` files replace those it had. Answers false, and changes nothing, where another
 * tab has thrown it away or lets it go out already.
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

/** The server has it: removes it, and hands its answer to the items that wait for it, all or nothing. */
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

/** Takes, or keeps, a right that only one tab has at a time and that ends by itself at `until`. */
export async function takeLease(name: string, tab: string, now: number, until: number): Promise<boolean> {
  const { store, done } = (await open()).transaction('remembered', 'readwrite');
  const held = (await store.get(name)) as { tab: string; until: number } | undefined;
  const free = !held || held.tab === tab || held.until <= now;
  if (free) await store.put({ tab, until }, name);
  await done;
  return free;
}
