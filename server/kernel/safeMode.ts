import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A file in the data folder of a restored company: nothing is sent outside until a person confirms that this copy is the
 * real company. A file, not a row: it also works for a database restored by other means, and a backup does not copy it.
 */
export const SAFE_MODE_FILE = 'modo-seguro.json';
/** How often a running process checks whether safe mode was left at the terminal or by another process. */
const LOOK_MS = 2000;

export interface SafeMode {
  /** While true, mails and jobs that act outside wait. */
  active(): boolean;
  /** When the backup of this restored company was taken; null if unknown. */
  takenAt(): Promise<string | null>;
  /** Confirms that this copy is the real company. */
  leave(): Promise<void>;
  /** Calls `act` once, when safe mode has ended for any reason; returns a function that stops waiting. */
  onLeave(act: () => void): () => void;
}

export function openSafeMode(dataDir: string): SafeMode {
  const file = path.join(dataDir, SAFE_MODE_FILE);
  const active = () => existsSync(file);
  return {
    active,
    async takenAt() {
      const text = await readFile(file, 'utf8').catch(() => '{}');
      try {
        const { takenAt } = JSON.parse(text) as { takenAt?: unknown };
        return typeof takenAt === 'string' ? takenAt : null;
      } catch {
        return null;
      }
    },
    leave: () => rm(file, { force: true }),
    onLeave(act) {
      const timer = setInterval(() => {
        if (active()) return;
        clearInterval(timer);
        act();
      }, LOOK_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/** Puts a company that is being restored into safe mode. */
export const enterSafeMode = (dataDir: string, takenAt: string): Promise<void> =>
  writeFile(path.join(dataDir, SAFE_MODE_FILE), `${JSON.stringify({ takenAt })}\n`, {
    mode: 0o600,
    flush: true,
  });
