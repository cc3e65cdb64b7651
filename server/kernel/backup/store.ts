import { link, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { copyWhole, proveFile, severalAtOnce, unlessGone, type Entry } from './copy.ts';
import { PARTS } from './manifest.ts';

/** The path of a stored file within a store: the same in the data folder and in a backup. */
export const placeOf = (sha256: string): string => path.join(sha256.slice(0, 2), sha256.slice(2, 4), sha256);

export interface CopiedStore {
  count: number;
  bytes: number;
  altered: string[];
  /** The list `archivos.txt`, for the manifest. */
  entry: Entry;
}

/**
 * Copies the file store into the unfinished backup `half` and writes its list: `hash size`, plus the actual hash if the
 * file does not match its name. Every file is read and hashed. A file that the store of an earlier backup (`before`) has
 * intact is hard-linked instead of copied.
 */
export async function copyStore(from: string, half: string, before?: string): Promise<CopiedStore> {
  const total = { count: 0, bytes: 0 };
  const altered: string[] = [];
  const to = path.join(half, PARTS.files);
  const listed = path.join(half, PARTS.list);
  await mkdir(to, { recursive: true, mode: 0o700 });
  // Append mode: several workers write at the same time.
  const list = await open(listed, 'a', 0o600);
  let lines: string[] = [];
  const write = async () => {
    const text = lines.join('');
    lines = [];
    await list.write(text);
  };
  try {
    await severalAtOnce(storedIn(from), async (name) => {
      const place = placeOf(name);
      const target = path.join(to, place);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const copied = await keepOne(name, path.join(from, place), target, before && path.join(before, place));
      if (!copied) return;
      if (!copied.sound) altered.push(name);
      total.count += 1;
      total.bytes += copied.size;
      lines.push(`${name} ${copied.size}${copied.sha256 === name ? '' : ` ${copied.sha256}`}\n`);
      if (lines.length >= 1000) await write();
    });
    await write();
    await list.sync();
  } finally {
    await list.close();
  }
  return { ...total, altered, entry: { path: PARTS.list, ...(await proveFile(listed)) } };
}

/** Undefined if the file was deleted meanwhile. `sound`: the company's own copy matches its name. */
async function keepOne(name: string, source: string, target: string, earlier: string | undefined) {
  const kept = earlier ? await unlessGone(proveFile(earlier)) : undefined;
  if (earlier && kept?.sha256 === name && (await linked(earlier, target))) {
    const own = await unlessGone(proveFile(source));
    return { ...kept, sound: own?.sha256 === name };
  }
  const copied = await unlessGone(copyWhole(source, target));
  return copied && { ...copied, sound: copied.sha256 === name };
}

const linked = (from: string, to: string) =>
  link(from, to).then(
    () => true,
    () => false,
  );

/** The file names of a store, one small folder at a time. Skips temporary files. */
export async function* storedIn(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) yield* storedIn(path.join(folder, entry.name));
    else if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name)) yield entry.name;
}

/** The lines of a backup's list. */
export async function* storedBy(folder: string): AsyncGenerator<{ name: string } & Omit<Entry, 'path'>> {
  const handle = await open(path.join(folder, PARTS.list));
  for await (const line of handle.readLines()) {
    const [name, size, sha256 = name] = line.split(' ');
    yield { name: name!, size: Number(size), sha256: sha256! };
  }
}

/** The `names` that exist neither in the backup nor in the store that it copied. */
export async function missingOf(
  names: AsyncIterable<string>,
  half: string,
  store: string,
): Promise<string[]> {
  const missing: string[] = [];
  const isIn = (folder: string, name: string) => unlessGone(stat(path.join(folder, placeOf(name))));
  await severalAtOnce(names, async (name) => {
    if ((await isIn(path.join(half, PARTS.files), name)) || (await isIn(store, name))) return;
    missing.push(name);
  });
  return missing.toSorted();
}
