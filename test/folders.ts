import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder for a test's data: in memory if there is enough (creating a cluster takes half the time), else on disk. */
export async function makeTestFolder(prefix: string): Promise<string> {
  return mkdtemp(path.join(await quickParent(), prefix));
}

export async function quickParent(): Promise<string> {
  const memory = '/dev/shm';
  const space = await statfs(memory).catch(() => undefined);
  return space && space.bavail * space.bsize > 4e9 ? memory : tmpdir();
}
