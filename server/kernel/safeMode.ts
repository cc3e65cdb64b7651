import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * In the data folder of a restored company: nothing leaves it until somebody says that it is the one. A file, not a row, so that it
 * also holds for a database that was restored by other means, and is not part of what a back-up copies.
 */
export const SAFE_MODE_FILE = 'modo-seguro.json';
/** How soon a running company notices what was said at the terminal, or in another of its processes. */
const LOOK_MS = 2000;

export interface SafeMode {
  /** Mails and jobs that act outside wait. */
  active(): boolean;
  /** When the back-up was taken that this company was restored from; null where nobody knows. */
  takenAt(): Promise<string | null>;
  /** This company is the one. */
  leave(): Promise<void>;
  /** Calls once when safe mode has been left, by whomever; answers how to stop waiting. */
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

/** For the folder of a company that is being restored. */
export const enterSafeMode = (dataDir: string, takenAt: string): Promise<void> =>
  writeFile(path.join(dataDir, SAFE_MODE_FILE), `${JSON.stringify({ takenAt })}\n`, {
    mode: 0o600,
    flush: true,
  });
