import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createHash, hash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import type { FileField } from '#contract/endpoint.ts';
import { invalid, Refused } from './errors.ts';
import { MESSAGES } from '#contract/errors.ts';
import { filesOfRequest, type Held, type RequestFiles } from './pending.ts';
import { isReadablePdf } from './pdf/read.ts';
import { whyNotPicture } from './pictureSize.ts';

/** A file that is complete in the store under its hash; a row may now refer to it. */
export interface UploadedFile {
  field: string;
  /** Safe to show; never used as a path. */
  name: string;
  mime: string;
  size: number;
  sha256: string;
}

/** Where bytes are stored: a folder or a bucket. Keys are content hashes. */
export interface Store {
  has(sha256: string): Promise<boolean>;
  /** Moves a finished temporary file into the store, atomically. */
  adopt(temporary: string, sha256: string): Promise<void>;
  /** `range` holds the first and the last byte, both included. */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>;
  /** In bytes; undefined if the file does not exist. */
  size(sha256: string): Promise<number | undefined>;
  /** Marks an existing file as received again; false if it does not exist. */
  touch(sha256: string): Promise<boolean>;
  /** Hashes of files last received before `instant`. With `changedSince`, only from folders that changed since then. */
  receivedBefore(instant: Date, changedSince?: Date): AsyncIterable<string>;
  /**
   * Removes a file unless it was received again since `since`; returns whether it did. A concurrent upload of the same
   * bytes either keeps this file or writes it again.
   */
  removeUnlessTouched(sha256: string, since: Date): Promise<boolean>;
  /** Removes every file last received before `instant`; returns how many. */
  removeReceivedBefore(instant: Date): Promise<number>;
  /** Removes a file that no row refers to any more. */
  remove(sha256: string): Promise<void>;
}

interface Part {
  field: string;
  name: string;
  stream: Readable;
}

export interface Files {
  store: Store;
  /** Streams one part into the store. Raises 413 if it is too large, 422 at its field if its type is not accepted. */
  receive(part: Part, rule: FileField): Promise<UploadedFile>;
  /** Stores bytes that the application created. */
  keep(bytes: Uint8Array, name: string, mime: string): Promise<UploadedFile>;
  /** Stores a file that the application created in the data folder, by moving it. */
  adopt(file: string, name: string, mime: string): Promise<UploadedFile>;
  /** Deletes files of this request that no row will refer to. The shared store ignores this: its sweep deletes them. */
  drop(files: Iterable<Pick<UploadedFile, 'sha256'>>): Promise<void>;
  /** The same for one request: its files stay temporary until the request is accepted. */
  forRequest(): RequestFiles;
}

const keyOf = (sha256: string) => path.join(sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** The default store: a folder. A rename makes a file appear atomically. */
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
    touch: (sha256) =>
      utimes(at(sha256), new Date(), new Date()).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      ),
    async *receivedBefore(instant, changedSince) {
      for await (const file of filesUnder(folder, changedSince)) {
        const name = path.basename(file);
        // A sweep was killed after it renamed this file: rename it back.
        if (name.endsWith(ASIDE)) {
          const target = path.join(path.dirname(file), name.slice(0, 64));
          await rename(file, target).catch(() => undefined);
          // From here on, treat it like any other file.
          if (
            !(await stat(target).then(
              ({ mtime }) => mtime >= instant,
              () => true,
            ))
          )
            yield name.slice(0, 64);
          continue;
        }
        const found = await stat(file).catch(() => undefined);
        if (found && found.mtime < instant && /^[0-9a-f]{64}$/.test(name)) yield name;
      }
    },
    async removeUnlessTouched(sha256, since) {
      // A unique name, so no other call confuses its renamed file with this one.
      const aside = `${at(sha256)}.${randomUUID()}${ASIDE}`;
      // Rename first: from now on `touch` fails, so an upload writes the file again.
      const moved = await rename(at(sha256), aside).then(
        () => true,
        () => false,
      );
      if (!moved) return false;
      if ((await stat(aside)).mtime < since) {
        await rm(aside);
        return true;
      }
      await rename(aside, at(sha256));
      return false;
    },
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

/** Suffix of a file that is being removed. */
const ASIDE = '.borrar';

/** Every file under a folder, one small folder at a time. With `changedSince`, only from folders that changed since then. */
async function* filesUnder(folder: string, changedSince?: Date): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const fresh =
    !changedSince ||
    (await stat(folder).then(
      ({ mtime }) => mtime >= changedSince,
      () => false,
    ));
  for (const entry of entries) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(at, changedSince);
    else if (entry.isFile() && fresh) yield at;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Removes temporary files of a killed process: those not modified since `before` (ms). */
export async function sweepHalves(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Control characters, and invisible or direction-changing ones: a name must be what it looks like (`exe.U+202E…fdp`). */
// oxlint-disable-next-line no-misleading-character-class -- each of them alone is unseen
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[\u115f\u1160\u3164\uffa0\u034f]/gu;

/** File extensions by MIME type. The first is the default. */
const ENDINGS: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/svg+xml': ['svg'],
  'application/pdf': ['pdf'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'text/csv': ['csv', 'txt', 'ofx', 'qfx', 'tsv'],
};

/**
 * A name to show and to save under, never a path: no folders, no control or invisible characters, at most 120 characters,
 * and the extension of its real type (`mime`, read from the bytes): a PDF named "nota.exe" becomes "nota.exe.pdf".
 */
export function safeName(name: string, mime?: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(UNSEEN, '')
    .replace(/["<>:|?*]/g, '')
    .replace(/^\.+/, '')
    .trim();
  const endings = (mime && ENDINGS[mime]) || [];
  const ending = /\.([^.]+)$/.exec(clean)?.[1]?.toLowerCase();
  if (endings.length === 0 || (ending !== undefined && endings.includes(ending)))
    return clean.slice(-120).trim() || 'archivo';
  return `${clean.slice(0, 114).trim() || 'archivo'}.${endings[0]}`;
}

export function openFiles(store: Store, temporaryFolder: string): Files {
  async function finish(
    temporary: string,
    field: string,
    name: string,
    rule: FileField | undefined,
    known?: { mime: string; sha256?: string },
  ): Promise<Held> {
    const { size } = await stat(temporary);
    if (size === 0) throw invalid([{ field, message: 'El archivo está vacío.' }]);
    const type = known?.mime ?? (await typeOf(temporary, rule));
    if (!type || (rule && !rule.types.includes(type)))
      throw invalid([
        { field, message: `Ese tipo de archivo no se acepta. Usa ${namesOf(rule?.types ?? [])}.` },
      ]);
    const refusal =
      rule && type.startsWith('image/') && (await whyNotPicture(temporary, type, rule.maxPixels));
    if (refusal) throw invalid([{ field, message: refusal }]);
    if (rule?.opensPdf && type === 'application/pdf' && !(await isReadablePdf(temporary)))
      throw invalid([
        {
          field,
          message:
            'No se puede leer ese PDF: está dañado o vacío. Descárgalo otra vez del banco, o toma una foto.',
        },
      ]);
    const sha256 = known?.sha256 ?? (await hashOf(temporary));
    return { file: { field, name: safeName(name, type), mime: type, size, sha256 }, temporary };
  }

  async function intoStore({ file, temporary }: Held): Promise<void> {
    if (await store.touch(file.sha256)) await rm(temporary);
    else await store.adopt(temporary, file.sha256);
  }

  async function stored(work: Promise<Held>): Promise<UploadedFile> {
    const held = await work;
    await intoStore(held).finally(() => rm(held.temporary, { force: true }));
    return held.file;
  }

  async function write(source: Readable | Uint8Array, limit: number): Promise<string> {
    await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
    const temporary = path.join(temporaryFolder, randomUUID());
    try {
      const how = { mode: 0o600, flush: true };
      if (source instanceof Uint8Array) await writeFile(temporary, source, how);
      else await pipeline(source, cutAt(limit), createWriteStream(temporary, how));
      return temporary;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  const orRemove = (temporary: string, work: Promise<Held>) =>
    work.catch(async (error: unknown) => {
      await rm(temporary, { force: true });
      throw error;
    });
  const receive = async ({ field, name, stream }: Part, rule: FileField): Promise<Held> => {
    const temporary = await write(stream, rule.maxSize);
    return orRemove(temporary, finish(temporary, field, name, rule));
  };
  const keep = async (bytes: Uint8Array, name: string, mime: string): Promise<Held> => {
    const temporary = await write(bytes, bytes.length);
    const sha256 = hash('sha256', bytes);
    return orRemove(temporary, finish(temporary, name, name, undefined, { mime, sha256 }));
  };

  const files: Files = {
    store,
    receive: (part, rule) => stored(receive(part, rule)),
    keep: (bytes, name, mime) => stored(keep(bytes, name, mime)),
    adopt: (file, name, mime) => stored(finish(file, name, name, undefined, { mime })),
    drop: async () => undefined,
    forRequest: () => filesOfRequest({ files, receive, keep, store: intoStore }),
  };
  return files;
}

const SVG = 'image/svg+xml';

/** Markup with an `<svg` near its beginning. The server rasterizes it and never serves it. */
async function beginsAsSvg(file: string): Promise<boolean> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192).finally(() => handle.close());
  const head = buffer.toString('utf8', 0, bytesRead).trimStart();
  return head.startsWith('<') && /<svg[\s>]/i.test(head);
}

/** The MIME type, read from the bytes. Plain text has no signature: it counts as CSV if the field accepts CSV. */
async function typeOf(file: string, rule: FileField | undefined): Promise<string | undefined> {
  const known = (await fileTypeFromFile(file))?.mime;
  if (rule?.types.includes(SVG) && (known === undefined || known === 'application/xml'))
    return (await beginsAsSvg(file)) ? SVG : known;
  if (known || !rule?.types.includes('text/csv')) return known;
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192).finally(() => handle.close());
  const head = buffer.subarray(0, bytesRead);
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return head.includes(0) && !utf16 ? undefined : 'text/csv';
}

function cutAt(limit: number): Transform {
  let size = 0;
  return new Transform({
    // Reads and drops the rest up to a limit, so the browser receives the response instead of a broken connection.
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= limit) done(null, chunk);
      else done(size > limit * 4 ? tooLarge(limit, CUT_OFF) : null);
    },
    flush: (done) => done(size > limit ? tooLarge(limit) : null),
  });
}

/** Code for a file so large that the server stopped reading it. */
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
  'image/svg+xml': 'SVG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'text/csv': 'CSV',
  'text/plain': '',
  'application/xml': 'OFX',
  'text/xml': '',
  'application/octet-stream': '',
};
const namesOf = (types: readonly string[]) =>
  types
    .map((type) => NAMES[type] ?? (type.includes('/vnd.') || type === 'application/zip' ? '' : type))
    .filter(Boolean)
    .join(', ');
