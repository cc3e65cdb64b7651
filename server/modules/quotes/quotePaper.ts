import { readFile, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { tooMany } from '#server/kernel/errors.ts';
import type { QuotePaperJob } from './quotePaperWorker.ts';

/** Composing is all computation: in a thread of its own it keeps nobody waiting, and its memory ends with it. */
const LIMITS = { maxOldGenerationSizeMb: 256 };
/** Threads at the same time. */
const AT_ONCE = 2;
let composing = 0;

/** The proforma as a PDF of one or two letter pages. Raises 429 while too many are composed. */
export async function composeQuote(job: Omit<QuotePaperJob, 'file'>): Promise<Buffer> {
  if (composing >= AT_ONCE) throw tooMany(3, 'Se preparan otros documentos. Inténtalo en unos segundos.');
  composing += 1;
  const file = path.join(tmpdir(), `llave-proforma-${randomUUID()}.pdf`);
  try {
    await new Promise<void>((done, fail) => {
      const worker = new Worker(new URL('quotePaperWorker.ts', import.meta.url), {
        workerData: { ...job, file } satisfies QuotePaperJob,
        resourceLimits: LIMITS,
      });
      worker.once('error', fail);
      worker.once('exit', (code) =>
        code === 0 ? done() : fail(new Error(`the proforma's thread ended with ${code}`)),
      );
    });
    return await readFile(file);
  } finally {
    composing -= 1;
    await rm(file, { force: true });
  }
}
