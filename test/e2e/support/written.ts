import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends a start that hangs; a slow machine must not reach it. */
export const READY_MS = 900_000;

/** The file that says that jobs have written the whole demo. It holds the reason if they have not. */
export const writtenMark = (dataDir: string): string => path.join(dataDir, 'e2e-escrito');

/** Waits until jobs have written the demo's legal room and works. */
export async function untilWritten(): Promise<void> {
  const mark = writtenMark(process.env['E2E_DATA_DIR'] ?? '');
  for (;;) {
    const fault = await readFile(mark, 'utf8').catch(() => undefined);
    if (fault === '') return;
    if (fault) throw new Error(fault);
    await pause(200);
  }
}
