import { statfs } from 'node:fs/promises';
import { MESSAGES } from '#contract/errors.ts';
import type { Config } from './config.ts';
import { Refused } from './errors.ts';
import { Lately } from './lately.ts';

type Needs = Pick<Config, 'DATA_DIR' | 'MIN_FREE_MB'>;

/** Caches the free space briefly: many simultaneous uploads ask the disk once. */
const looked = new Lately<number>({ ms: 500 });

/** Free bytes on the data folder's disk; Infinity if the system does not say. */
const freeBytes = (folder: string): Promise<number> =>
  looked.read(folder, () =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Infinity,
    ),
  );

/** Whether `more` bytes would leave less than MIN_FREE_MB, which the database needs to keep running. */
export async function isFull({ DATA_DIR, MIN_FREE_MB }: Needs, more = 0): Promise<boolean> {
  return (await freeBytes(DATA_DIR)) - more < MIN_FREE_MB * 1_048_576;
}

export const diskFull = () => new Refused(507, 'DISK_FULL', MESSAGES.DISK_FULL);
