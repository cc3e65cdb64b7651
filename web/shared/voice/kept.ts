import { openDB, type DBSchema } from 'idb';
import { DAY_MS } from '#contract/dates.ts';

/** A note that was recorded in this browser and is not sent yet. */
export interface KeptNote {
  id: string;
  /** The room it belongs to. */
  room: string;
  type: string;
  at: number;
}
interface Schema extends DBSchema {
  notes: { key: string; value: KeptNote; indexes: { room: string } };
  parts: { key: [string, number]; value: ArrayBuffer };
}

const open = () =>
  openDB<Schema>('llave-voz', 1, {
    upgrade(database) {
      database.createObjectStore('notes', { keyPath: 'id' }).createIndex('room', 'room');
      database.createObjectStore('parts');
    },
  });

/** A note nobody sent for this long is forgotten. */
const FORGET_MS = 7 * DAY_MS;

export const begin = async (note: KeptNote): Promise<void> => void (await (await open()).put('notes', note));

/** Bytes instead of a Blob: some browsers lose the contents of stored Blobs. */
export const keepPart = async (id: string, at: number, part: Blob): Promise<void> => {
  const bytes = await part.arrayBuffer();
  await (await open()).put('parts', bytes, [id, at]);
};

const rangeOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** The notes of a room that wait, each with its parts. Old and empty ones are dropped. */
export async function waiting(room: string): Promise<{ note: KeptNote; parts: ArrayBuffer[] }[]> {
  const database = await open();
  const found = [];
  for (const note of await database.getAllFromIndex('notes', 'room', room)) {
    const parts = await database.getAll('parts', rangeOf(note.id));
    if (parts.length === 0 || note.at < Date.now() - FORGET_MS) await drop(note.id);
    else found.push({ note, parts });
  }
  return found;
}

/** Forgets a note: it was sent, or the person does not want it. */
export async function drop(id: string): Promise<void> {
  const transaction = (await open()).transaction(['notes', 'parts'], 'readwrite');
  await Promise.all([
    transaction.objectStore('notes').delete(id),
    transaction.objectStore('parts').delete(rangeOf(id)),
    transaction.done,
  ]);
}
