import type { Sheet } from '../csv.ts';
import { invalid } from '../errors.ts';
import { thread, ThreadEnded, turns } from '../thread.ts';
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

/** Whether the file is a workbook: it begins like every ZIP archive. */
export const isWorkbook = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUInt16BE(0) === 0x504b;

/**
 * Reads a workbook or a CSV of at most `rowsMax` rows, with limits for memory and time. Raises 422 at `archivo`, 429
 * when too many files are being read.
 */
export async function readSheet(bytes: Buffer, rowsMax: number): Promise<Sheet> {
  const done = await inTurn(() => read({ bytes, rowsMax })).catch((error: unknown) => {
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
