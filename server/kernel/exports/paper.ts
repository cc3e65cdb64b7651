import { Worker } from 'node:worker_threads';
import { PDF_ROWS } from '#contract/exports/model.ts';
import { paperValue } from './cells.ts';
import type { PaperJob } from './paperWorker.ts';
import { valueOf, widthOf, type ExportTable, type Written } from './sheet.ts';

/** Composing is all computation: in a thread of its own it keeps nobody waiting, and its memory ends with it. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

/** Writes a PDF at `file`; of a longer list its first rows, which it says in a sentence. */
export async function writePaper(file: string, { head, columns, batches }: ExportTable): Promise<Written> {
  const body: string[][] = [];
  let cut = false;
  for await (const batch of batches) {
    for (const row of batch) {
      if (body.length === PDF_ROWS) {
        cut = true;
        break;
      }
      body.push(columns.map((column) => paperValue(column.type, valueOf(column, row))));
    }
    if (cut) break;
  }
  await compose({
    file,
    head,
    body,
    columns: columns.map((column) => ({
      title: column.title,
      width: widthOf(column),
      right: column.type === 'money' || column.type === 'number' || column.type === 'percent',
    })),
    note: cut
      ? `Este documento muestra las primeras ${PDF_ROWS.toLocaleString('en-US')} filas. Para verlas todas, exporta a Excel.`
      : null,
  });
  return { rows: body.length, cut };
}

function compose(job: PaperJob): Promise<void> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('paperWorker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: LIMITS,
    });
    worker.once('error', fail);
    worker.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`the PDF's thread ended with ${code}`)),
    );
  });
}
