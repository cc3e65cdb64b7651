import { Worker } from 'node:worker_threads';
import { ROWS_MAX } from '#contract/imports/model.ts';
import { invalid, tooMany } from '#server/kernel/errors.ts';
import type { Sheet } from '#server/kernel/csv.ts';

const SECONDS = 20;
const AT_ONCE = 2;
let reading = 0;

const refuse = (message: string) => invalid([{ field: 'archivo', message }]);

/** Reads a workbook or a CSV, bounded in memory and time. Raises 422 at `archivo`, 429 when several are being read already. */
export async function readSheet(bytes: Buffer): Promise<Sheet> {
  if (reading >= AT_ONCE)
    throw tooMany(5, 'Se están leyendo otros archivos. Inténtalo de nuevo en unos segundos.');
  reading += 1;
  const worker = new Worker(new URL('readWorker.ts', import.meta.url), {
    workerData: { bytes, rowsMax: ROWS_MAX },
    resourceLimits: { maxOldGenerationSizeMb: 384 },
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Sheet>((resolve, reject) => {
      timer = setTimeout(
        () => reject(refuse('El archivo tarda demasiado en leerse. Divídelo en partes.')),
        SECONDS * 1000,
      );
      worker.once('message', (answer: { sheet?: Sheet; refused?: string }) =>
        answer.sheet ? resolve(answer.sheet) : reject(refuse(answer.refused ?? '')),
      );
      worker.once('error', () =>
        reject(refuse('El archivo es demasiado grande para leerlo. Divídelo en partes.')),
      );
    });
  } finally {
    clearTimeout(timer);
    reading -= 1;
    await worker.terminate();
  }
}
