import { readCsv, Unreadable, type Sheet } from '../csv.ts';
import { answer, taskOf } from '../inThread.ts';

export interface ReadJob {
  bytes: Uint8Array;
  rowsMax: number;
}
export type Read = { sheet: Sheet } | { refused: string };

const { bytes, rowsMax } = taskOf<ReadJob>();
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function read(): Promise<Read> {
  try {
    if (file.readUInt16BE(0) !== 0x504b) return { sheet: readCsv(file, rowsMax) };
    // Loading it takes longer than most files.
    const { readXlsx } = await import('./xlsx.ts');
    return { sheet: await readXlsx(file, rowsMax) };
  } catch (error) {
    return {
      refused:
        error instanceof Unreadable
          ? error.message
          : 'Ese archivo no se puede leer. Guárdalo como .xlsx o .csv.',
    };
  }
}
answer(await read());
