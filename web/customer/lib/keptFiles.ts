import { HOUR_MS } from '#contract/dates.ts';
/**
 * Files of unfinished uploads, stored in this browser (IndexedDB), so that an upload continues after a reload or
 * after the phone closed the page while its camera was open. Without browser storage it does nothing and does not
 * fail.
 */
const STORE = 'archivos';
/** The server also deletes an upload one day after its last piece. */
const KEPT_MS = 24 * HOUR_MS;

interface Kept {
  file: File;
  at: number;
}

let opening: Promise<IDBDatabase | null> | undefined;

function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((done) => {
    if (typeof indexedDB === 'undefined') return done(null);
    const request = indexedDB.open('llave', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => done(null));
    request.addEventListener('blocked', () => done(null));
  });
  return opening;
}

async function run<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  const database = await open();
  if (!database) return null;
  return new Promise((done) => {
    try {
      const request = act(database.transaction(STORE, mode).objectStore(STORE));
      request.addEventListener('success', () => done(request.result));
      request.addEventListener('error', () => done(null));
    } catch {
      done(null);
    }
  });
}

/** Stores a file under the id of its upload. */
export const keepFile = (uploadId: string, file: File) =>
  run('readwrite', (store) => store.put({ file, at: Date.now() } satisfies Kept, uploadId));

export const forgetFile = (uploadId: string) => run('readwrite', (store) => store.delete(uploadId));

/** The file of an upload, or null if this browser no longer has it. */
export async function recallFile(uploadId: string): Promise<File | null> {
  const kept = (await run('readonly', (store) => store.get(uploadId))) as Kept | null | undefined;
  if (!kept) return null;
  if (Date.now() - kept.at < KEPT_MS) return kept.file;
  await forgetFile(uploadId);
  return null;
}
