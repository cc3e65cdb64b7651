import { writeFile } from 'node:fs/promises';
import { PDF_ROWS } from '#contract/company/exports/model.ts';
import { thread } from '../thread.ts';
import { paperValue } from './cells.ts';
import type { PaperJob } from './paperWorker.ts';
import { valueOf, widthOf, type ExportTable, type Written } from './sheet.ts';

const compose = thread<PaperJob, Uint8Array>(new URL('paperWorker.ts', import.meta.url), {
  seconds: 120,
  megabytes: 512,
});

/** Writes a PDF to `file`. A longer list is cut after PDF_ROWS rows, and a note says so. */
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
  const bytes = await compose({
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
  await writeFile(file, bytes, { mode: 0o600 });
  return { rows: body.length, cut };
}
