// oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window
import { parentPort, workerData } from 'node:worker_threads';
import { readCsv, Unreadable } from '#server/kernel/csv.ts';
import { readXlsx } from './xlsx.ts';

/** Reads one file in a thread of its own, which is ended when it takes too long. */
const { bytes, rowsMax } = workerData as { bytes: Uint8Array; rowsMax: number };
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
try {
  const zipped = file.readUInt16BE(0) === 0x504b;
  parentPort?.postMessage({ sheet: zipped ? readXlsx(file, rowsMax) : readCsv(file, rowsMax) });
} catch (error) {
  parentPort?.postMessage({
    refused:
      error instanceof Unreadable
        ? error.message
        : 'Ese archivo no se puede leer. Guárdalo como .xlsx o .csv.',
  });
}
