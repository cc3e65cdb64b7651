import { LRUCache } from 'lru-cache';
import { ThreadEnded, thread, turns } from '../thread.ts';
import type { StoredPdf } from './picture.ts';

export interface SameTask {
  before: Uint8Array;
  after: Uint8Array;
}

const compare = thread<SameTask, boolean>(new URL('sameWorker.ts', import.meta.url), {
  seconds: 10,
  megabytes: 384,
});
const inTurn = turns({
  atOnce: 1,
  waiting: 20,
  busy: 'Se comparan muchos documentos en este momento. Inténtalo de nuevo en unos segundos.',
});
const known = new LRUCache<string, Promise<boolean>>({ max: 200 });

/**
 * Whether a PDF is another one to which only signatures were added: it begins with the same bytes, and each page shows the
 * same, with nothing laid over it but the place of a signature. False for what cannot be compared. Call it before the
 * transaction too: the result is kept. Raises 429 when too many are being compared.
 */
export function onlySigned(before: StoredPdf, after: StoredPdf): Promise<boolean> {
  const key = `${before.sha256}:${after.sha256}`;
  const found = known.get(key);
  if (found) return found;
  const looked = inTurn(() => look(before, after));
  known.set(key, looked);
  // Failures are not cached.
  looked.catch(() => known.delete(key));
  return looked;
}

async function look(before: StoredPdf, after: StoredPdf): Promise<boolean> {
  const [first, second] = await Promise.all([before.read(), after.read()]);
  if (
    second.length <= first.length ||
    !Buffer.from(second.buffer, second.byteOffset, first.length).equals(first)
  )
    return false;
  try {
    return await compare({ before: first, after: second });
  } catch (error) {
    if (error instanceof ThreadEnded) return false;
    throw error;
  }
}
