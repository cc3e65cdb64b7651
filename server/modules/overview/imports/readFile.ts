import { ROWS_MAX } from '#contract/overview/imports/model.ts';
import { invalid } from '#server/kernel/errors.ts';
import type { Sheet } from '#server/kernel/csv.ts';
import { thread, ThreadEnded, turns } from '#server/kernel/thread.ts';
import type { Read, ReadJob } from './readWorker.ts';

const read = thread<ReadJob, Read>(new URL('readWorker.ts', import.meta.url), {
  seconds: 20,
  megabytes: 384,
});
const inTurn = turns({
  atOnce: 2,
  busy: 'Se están leyendo otros archivos. Inténtalo de nuevo en unos segundos.',
});

const refuse = (message: string) => invalid([{ field: 'archivo', message }]);

/**
 * Reads a workbook or a CSV with limits for memory and time. Raises 422 at `archivo`, 429 when too many files are being
 * read.
 */
export async function readSheet(bytes: Buffer): Promise<Sheet> {
  const done = await inTurn(() => read({ bytes, rowsMax: ROWS_MAX })).catch((error: unknown) => {
    if (!(error instanceof ThreadEnded)) throw error;
    throw refuse(
      error.reason === 'time'
        ? 'El archivo tarda demasiado en leerse. Divídelo en partes.'
        : 'El archivo es demasiado grande para leerlo. Divídelo en partes.',
    );
  });
  if ('refused' in done) throw refuse(done.refused);
  return done.sheet;
}
