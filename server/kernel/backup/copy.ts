import { createHash } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from './manifest.ts';

export type Entry = Manifest['entries'][number];

const CHUNK = 4 * 1_048_576;

/** Copies one file, on disk when it returns, and answers its size and hash. It may grow or shrink meanwhile. */
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

/** The size and hash of a file as it is now. */
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
 * Copies a folder of a database that goes on writing: what is taken away meanwhile is left out. `wanted` says which
 * paths (relative, `/` between parts) come along; of a folder that is left out the folder itself is made, empty.
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

/** Undefined for a file that is not there (any more). */
export const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Puts the names in a folder, and those of all below it, on disk. */
export async function syncFolders(folder: string): Promise<void> {
  const below = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = below.filter((one) => one.isDirectory()).map((one) => path.join(one.parentPath, one.name));
  for (const one of [folder, ...folders]) {
    const handle = await open(one);
    await handle.sync().finally(() => handle.close());
  }
}

/** Does a piece of work for each of many, a few at the same time; the first fault ends it. */
export async function severalAtOnce<T>(
  all: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const source = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]();
  // An async generator queues who asks it at the same time.
  const worker = async () => {
    for (let next = await source.next(); !next.done; next = await source.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
const AT_ONCE = 8;
