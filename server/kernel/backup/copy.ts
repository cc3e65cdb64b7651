import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from './manifest.ts';

export type Entry = Manifest['entries'][number];

const CHUNK = 4 * 1_048_576;

/** Copies one file, on disk when it returns, and answers its size and hash. It may grow or shrink meanwhile. */
export async function copyWhole(from: string, to: string): Promise<Omit<Entry, 'path'>> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  const source = await open(from);
  try {
    const target = await open(to, 'w', 0o600);
    try {
      let size = 0;
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, CHUNK, size);
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        await target.writev([chunk]);
        size += bytesRead;
      }
      await target.sync();
      return { size, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
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

const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Copies the store of files, whose names are hashes of contents that never change: one that `before` (the store of an
 * earlier back-up) has is linked instead. Answers how many files there are and their bytes.
 */
export async function copyStore(
  from: string,
  to: string,
  before?: string,
): Promise<{ count: number; bytes: number }> {
  const total = { count: 0, bytes: 0 };
  await mkdir(to, { recursive: true, mode: 0o700 });
  const found = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    const name = path.relative(from, source);
    const target = path.join(to, name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const linked =
      before !== undefined &&
      (await link(path.join(before, name), target).then(
        () => true,
        () => false,
      ));
    if (!linked) await copyFile(source, target);
    total.count += 1;
    total.bytes += (await stat(target)).size;
  }
  return total;
}

/** Puts the names in a folder, and those of all below it, on disk. */
export async function syncFolders(folder: string): Promise<void> {
  const below = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = below.filter((one) => one.isDirectory()).map((one) => path.join(one.parentPath, one.name));
  for (const one of [folder, ...folders]) {
    const handle = await open(one);
    await handle.sync().finally(() => handle.close());
  }
}
