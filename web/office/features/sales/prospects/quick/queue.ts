import type { z } from 'zod';
import type { KnownPerson, NewProspect } from '#contract/sales/prospects/model.ts';

/**
 * What was noted without a line, kept in this browser until the server has it: a reload, a dead battery or a closed page loses
 * nothing. Under the user who noted it, so that another who signs in on the same phone neither sees nor sends it.
 */
const DATABASE = 'llave-rapido';
const ENTRIES = 'entradas';
const MEMORY = 'memoria';

export interface Entry {
  /** Its Idempotency-Key: however often it is sent, it is noted once. */
  key: string;
  userId: number;
  body: z.input<typeof NewProspect>;
  at: number;
  /** Why the server did not take it; it waits for whoever noted it. */
  fault: { code: string; message: string; known: KnownPerson[] } | null;
}

/** What the page needs to begin without a line. */
export interface Memory {
  user: { id: number; name: string };
  projects: { id: number; name: string }[];
  projectId: number | null;
  origin: string;
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(ENTRIES, { keyPath: 'key' });
      request.result.createObjectStore(MEMORY);
    });
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => fail(request.error ?? new Error('no database')));
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Resolves once it is on the disk, not when it was handed over. */
async function run<T>(
  name: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((done, fail) => {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(name));
    transaction.addEventListener('complete', () => done(request.result));
    transaction.addEventListener('abort', () => fail(transaction.error ?? new Error('not kept')));
    transaction.addEventListener('error', () => fail(transaction.error ?? new Error('not kept')));
  });
}

/** Raises where this browser keeps nothing: then nothing may be taken for kept. */
export const keepEntry = (entry: Entry) => run(ENTRIES, 'readwrite', (store) => store.put(entry));
export const dropEntry = (key: string) => run(ENTRIES, 'readwrite', (store) => store.delete(key));

/** What somebody has to send, the oldest first. */
export async function entriesOf(userId: number): Promise<Entry[]> {
  const all = (await run(ENTRIES, 'readonly', (store) => store.getAll())) as Entry[];
  return all.filter((one) => one.userId === userId).toSorted((a, b) => a.at - b.at);
}

export const recall = async (): Promise<Memory | null> =>
  ((await run(MEMORY, 'readonly', (store) => store.get('pagina'))) as Memory | undefined) ?? null;
export const remember = (memory: Memory) => run(MEMORY, 'readwrite', (store) => store.put(memory, 'pagina'));
