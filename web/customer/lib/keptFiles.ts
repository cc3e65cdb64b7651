/**
 * Files that are on their way, kept in this browser until they have arrived, so that a reload (or a phone that closes
 * the page while its camera is open) goes on by itself. Where the browser keeps nothing, nothing is kept and nothing fails.
 */
const STORE = 'archivos';
/** A day after its last piece the server forgets an upload too. */
const KEPT_MS = 24 * 3_600_000;

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

/** Keeps a file under the id of its upload. */
export const keepFile = (uploadId: string, file: File) =>
  run('readwrite', (store) => store.put({ file, at: Date.now() } satisfies Kept, uploadId));

export const forgetFile = (uploadId: string) => run('readwrite', (store) => store.delete(uploadId));

/** The file of an upload, as long as this browser has it. */
export async function recallFile(uploadId: string): Promise<File | null> {
  const kept = (await run('readonly', (store) => store.get(uploadId))) as Kept | null | undefined;
  if (!kept) return null;
  if (Date.now() - kept.at < KEPT_MS) return kept.file;
  await forgetFile(uploadId);
  return null;
}
