import { createHash } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from './manifest.ts';

export type Entry = Manifest['entries'][number];

const CHUNK = 4 * 1_048_576;

/** Copies one file, synced to disk on return. Returns its size and hash. The file may grow or shrink meanwhile. */
export async function copyWhole(from: string, to: string): Promise<Omit<Entry, 'path'>> {
  const target = await open(to, 'w', 0o600);
  try {
    const found = await readThrough(from, (chunk) => target.writev([chunk]));
    await target.sync();
    return found;
  } finally {
    await target.close();
  }
}

/** The current size and hash of a file. */
export const proveFile = (file: string): Promise<Omit<Entry, 'path'>> => readThrough(file);

async function readThrough(
  file: string,
  each?: (chunk: Buffer) => Promise<unknown>,
): Promise<Omit<Entry, 'path'>> {
  const hash = createHash('sha256');
  const source = await open(file);
  try {
    // Most files are small: a large buffer for each would cost more than reading it.
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(65_536, (await source.stat()).size + 1)));
    let size = 0;
    for (;;) {
      const { bytesRead } = await source.read(buffer, 0, buffer.length, size);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      await each?.(chunk);
      size += bytesRead;
    }
    return { size, sha256: hash.digest('hex') };
  } finally {
    await source.close();
  }
}

/**
 * Copies a folder of a running database; files deleted meanwhile are skipped. `wanted` decides which relative paths
 * (with `/`) are copied. A folder that is not wanted is created empty.
 */
export async function copyTree(
  from: string,
  to: string,
  wanted: (relative: string) => boolean = () => true,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  async function walk(relative: string): Promise<void> {
    await mkdir(path.join(to, relative), { recursive: true, mode: 0o700 });
    for (const found of await readdir(path.join(from, relative), { withFileTypes: true })) {
      const name = path.posix.join(relative, found.name);
      if (found.isDirectory()) {
        if (wanted(name)) await walk(name);
        else await mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
      } else if (found.isFile() && wanted(name)) {
        const copied = await unlessGone(copyWhole(path.join(from, name), path.join(to, name)));
        if (copied) entries.push({ path: name, ...copied });
      }
    }
  }
  await walk('');
  return entries;
}

/** Undefined if the file does not exist (any more). */
export const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Syncs a folder and all folders below it, so the file names are on disk. */
export async function syncFolders(folder: string): Promise<void> {
  const below = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = below.filter((one) => one.isDirectory()).map((one) => path.join(one.parentPath, one.name));
  for (const one of [folder, ...folders]) {
    const handle = await open(one);
    await handle.sync().finally(() => handle.close());
  }
}

/** Runs `work` for each item, eight at a time. The first error rejects. */
export async function severalAtOnce<T>(
  all: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const source = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]();
  // An async generator queues concurrent calls of next().
  const worker = async () => {
    for (let next = await source.next(); !next.done; next = await source.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
const AT_ONCE = 8;
