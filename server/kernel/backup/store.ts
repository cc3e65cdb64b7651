import { link, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { copyWhole, proveFile, severalAtOnce, unlessGone, type Entry } from './copy.ts';
import { PARTS } from './manifest.ts';

/** Where a stored file lies in its store: the same for ours and for that of a back-up. */
export const placeOf = (sha256: string): string => path.join(sha256.slice(0, 2), sha256.slice(2, 4), sha256);

export interface CopiedStore {
  count: number;
  bytes: number;
  altered: string[];
  /** Of the list, for the manifest. */
  entry: Entry;
}

/**
 * Copies the store of files into the back-up `half` and writes their list: `hash size`, and where no good copy was left the hash
 * of what is there instead. Each is read and compared with its name. One that `before` (the store of an earlier back-up) has whole
 * is linked instead of copied.
 */
export async function copyStore(from: string, half: string, before?: string): Promise<CopiedStore> {
  const total = { count: 0, bytes: 0 };
  const altered: string[] = [];
  const to = path.join(half, PARTS.files);
  const listed = path.join(half, PARTS.list);
  await mkdir(to, { recursive: true, mode: 0o700 });
  // Appending: several may write at the same time.
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

/** Undefined for one that is gone meanwhile. `sound`: the company's own copy is what its name says. */
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

/** The names in a store, one small folder at a time; what is being written or removed there is no stored file. */
export async function* storedIn(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) yield* storedIn(path.join(folder, entry.name));
    else if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name)) yield entry.name;
}

/** The lines of a back-up's list. */
export async function* storedBy(folder: string): AsyncGenerator<{ name: string } & Omit<Entry, 'path'>> {
  const handle = await open(path.join(folder, PARTS.list));
  for await (const line of handle.readLines()) {
    const [name, size, sha256 = name] = line.split(' ');
    yield { name: name!, size: Number(size), sha256: sha256! };
  }
}

/** Those of `names` that are neither in a back-up nor in the store that it was taken from. */
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
