import { readFile } from 'node:fs/promises';
import { ThreadEnded, thread, turns } from '../thread.ts';

const pagesIn = thread<Uint8Array, number>(new URL('readWorker.ts', import.meta.url), {
  seconds: 8,
  megabytes: 192,
});
const inTurn = turns({
  atOnce: 2,
  waiting: 20,
  busy: 'Se revisan muchos documentos en este momento. Inténtalo de nuevo en unos segundos.',
});

/** Whether a file is a PDF with at least one page. A password-locked PDF counts. Raises 429 when too many are being read. */
export async function isReadablePdf(file: string): Promise<boolean> {
  const bytes = await readFile(file);
  try {
    return (await inTurn(() => pagesIn(bytes))) > 0;
  } catch (error) {
    // A malicious file that exceeds the time or memory limit.
    if (error instanceof ThreadEnded) return false;
    throw error;
  }
}
