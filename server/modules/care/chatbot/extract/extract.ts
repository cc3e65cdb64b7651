import { thread, ThreadEnded, turns } from '#server/kernel/thread.ts';
import type { ExtractJob, Extracted } from './extractWorker.ts';

const inThread = thread<ExtractJob, Extracted>(new URL('extractWorker.ts', import.meta.url), {
  seconds: 30,
  megabytes: 384,
});
const inTurn = turns({
  atOnce: 1,
  waiting: 50,
  busy: 'Se están leyendo otros archivos. Inténtalo de nuevo en unos segundos.',
});

/** The passages of a file, read in a thread with limits of time and memory. Raises 429 when too many wait. */
export async function extractText(job: ExtractJob): Promise<Extracted> {
  try {
    return await inTurn(() => inThread(job));
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    return {
      refused:
        error.reason === 'fault'
          ? 'No se puede leer: está dañado. Guárdalo otra vez y súbelo.'
          : 'Tarda o pesa demasiado al leerlo. Divídelo en partes.',
    };
  }
}
