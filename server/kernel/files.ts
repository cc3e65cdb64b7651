import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import type { FileField } from '#contract/endpoint.ts';
import { invalid, Refused } from './errors.ts';
import { MESSAGES } from '#contract/errors.ts';
import { whyNotPicture } from './pictureSize.ts';

/** A file that is whole in the store under its hash; a row may now refer to it. */
export interface UploadedFile {
  field: string;
  /** Safe to show; never used as a path. */
  name: string;
  mime: string;
  size: number;
  sha256: string;
}

/** Where bytes lie: a folder, or a bucket. Keys are content hashes. */
export interface Store {
  has(sha256: string): Promise<boolean>;
  /** Moves a finished temporary file in; all or nothing. */
  adopt(temporary: string, sha256: string): Promise<void>;
  /** `range` holds the first and the last byte wanted, both included. */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>;
  /** In bytes; undefined when there is no such file. */
  size(sha256: string): Promise<number | undefined>;
  /** Notes that a file that is here was received again. */
  touch(sha256: string): Promise<void>;
  /** Removes every file that was last received before; answers how many. */
  removeReceivedBefore(instant: Date): Promise<number>;
  /** Bytes that no row names any more. */
  remove(sha256: string): Promise<void>;
}

export interface Files {
  store: Store;
  /** Streams one part into the store. Throws 422 at its field when it is too large or not of an accepted type. */
  receive(part: { field: string; name: string; stream: Readable }, rule: FileField): Promise<UploadedFile>;
  /** Stores bytes made by ourselves. */
  keep(bytes: Uint8Array, name: string, mime: string): Promise<UploadedFile>;
  /** Stores a whole file made by ourselves in the data folder; it is moved. */
  adopt(file: string, name: string, mime: string): Promise<UploadedFile>;
}

const keyOf = (sha256: string) => path.join(sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** The default store: a folder. A rename makes a file appear whole or not at all. */
export function folderStore(folder: string): Store {
  const at = (sha256: string) => path.join(folder, keyOf(sha256));
  return {
    has: (sha256) =>
      stat(at(sha256)).then(
        () => true,
        () => false,
      ),
    async adopt(temporary, sha256) {
      const target = at(sha256);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await rename(temporary, target);
      await syncFolder(path.dirname(target));
    },
    read: async (sha256, range) => {
      const handle = await open(at(sha256));
      return handle.createReadStream(range);
    },
    touch: (sha256) => utimes(at(sha256), new Date(), new Date()),
    async removeReceivedBefore(instant) {
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      let removed = 0;
      for (const entry of names.filter((one) => one.isFile())) {
        const file = path.join(entry.parentPath, entry.name);
        const found = await stat(file).catch(() => undefined);
        if (!found || found.mtime >= instant) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
    size: (sha256) =>
      stat(at(sha256)).then(
        (found) => found.size,
        () => undefined,
      ),
    remove: (sha256) => rm(at(sha256), { force: true }),
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Removes what was being written when a process was killed: temporary files that nobody has touched since `before` (ms). */
export async function sweepHalves(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Drops path parts and control characters; keeps at most 120 characters. */
export function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex -- removing them is the point
  const clean = last
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e"<>:|?*]/g, '')
    .replace(/^\.+/, '');
  return clean.trim().slice(-120) || 'archivo';
}

export function openFiles(store: Store, temporaryFolder: string): Files {
  async function finish(
    temporary: string,
    field: string,
    name: string,
    rule: FileField | undefined,
    mime?: string,
  ) {
    const { size } = await stat(temporary);
    if (size === 0) throw invalid([{ field, message: 'El archivo está vacío.' }]);
    const type = mime ?? (await fileTypeFromFile(temporary))?.mime;
    if (!type || (rule && !rule.types.includes(type)))
      throw invalid([
        { field, message: `Ese tipo de archivo no se acepta. Usa ${namesOf(rule?.types ?? [])}.` },
      ]);
    const refusal = rule && type.startsWith('image/') && (await whyNotPicture(temporary, type));
    if (refusal) throw invalid([{ field, message: refusal }]);
    const sha256 = await hashOf(temporary);
    if (await store.has(sha256)) {
      await store.touch(sha256);
      await rm(temporary);
    } else await store.adopt(temporary, sha256);
    return { field, name: safeName(name), mime: type, size, sha256 };
  }

  async function write(source: Readable | Uint8Array, limit: number): Promise<string> {
    await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
    const temporary = path.join(temporaryFolder, randomUUID());
    try {
      const target = createWriteStream(temporary, { mode: 0o600, flush: true });
      if (source instanceof Uint8Array)
        await new Promise<void>((done, fail) => target.once('error', fail).end(source, done));
      else await pipeline(source, cutAt(limit), target);
      return temporary;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  return {
    store,
    async receive({ field, name, stream }, rule) {
      const temporary = await write(stream, rule.maxSize);
      return finish(temporary, field, name, rule).finally(() => rm(temporary, { force: true }));
    },
    async keep(bytes, name, mime) {
      const temporary = await write(bytes, bytes.length);
      return finish(temporary, name, name, undefined, mime).finally(() => rm(temporary, { force: true }));
    },
    adopt: (file, name, mime) => finish(file, name, name, undefined, mime),
  };
}

function cutAt(limit: number): Transform {
  let size = 0;
  return new Transform({
    // The rest is read and dropped, up to a measure, so that the browser hears the answer instead of a broken line.
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= limit) done(null, chunk);
      else done(size > limit * 4 ? tooLarge(limit, CUT_OFF) : null);
    },
    flush: (done) => done(size > limit ? tooLarge(limit) : null),
  });
}

/** Code of the refusal of a file so large that reading it was given up. */
export const CUT_OFF = 'CUT_OFF';

const tooLarge = (limit: number, code = 'TOO_LARGE') =>
  new Refused(413, code, `El archivo pesa más de ${Math.floor(limit / 1_048_576)} MB. ${MESSAGES.TOO_LARGE}`);

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const NAMES: Record<string, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
};
const namesOf = (types: readonly string[]) => types.map((type) => NAMES[type] ?? type).join(', ');
