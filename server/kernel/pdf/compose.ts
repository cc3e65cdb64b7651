import { Worker } from 'node:worker_threads';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { tooMany } from '../errors.ts';

/** Composing is all computation: in a thread of its own it keeps nobody waiting, and its memory ends with it. */
const LIMITS = { maxOldGenerationSizeMb: 256 };
const AT_ONCE = 4;
const WAITING = 40;
let running = 0;
const queue: (() => void)[] = [];

/**
 * A PDF from a description of pdfmake that holds nothing but data (no functions; pictures as data addresses). Font: Roboto, normal
 * and bold. Raises 429 when many are being made already.
 */
export async function composePdf(definition: TDocumentDefinitions): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING)
      throw tooMany(5, 'Se preparan otros documentos. Inténtalo de nuevo en unos segundos.');
    await new Promise<void>((go) => queue.push(go));
  }
  running += 1;
  try {
    return await compose(definition);
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

function compose(definition: TDocumentDefinitions): Promise<Buffer> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('composeWorker.ts', import.meta.url), {
      workerData: definition,
      resourceLimits: LIMITS,
    });
    let made: Buffer | undefined;
    worker.once('message', ({ bytes }: { bytes: Uint8Array }) => (made = Buffer.from(bytes)));
    worker.once('error', fail);
    worker.once('exit', (code) =>
      made ? done(made) : fail(new Error(`the PDF's thread ended with ${code}`)),
    );
  });
}
