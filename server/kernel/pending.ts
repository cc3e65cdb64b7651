import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Files, Store, UploadedFile } from './files.ts';

/** A file that is complete on disk and not in the store yet. */
export interface Held {
  file: UploadedFile;
  temporary: string;
}

/** Files of a request: readable like stored files, but moved into the store only when the request is accepted. */
export interface RequestFiles extends Files {
  /** Moves everything into the store. Call it just before committing the rows that refer to the files. */
  accept(): Promise<void>;
  /** Deletes what was not accepted. */
  discard(): Promise<void>;
}

interface Parts {
  files: Files;
  receive(...args: Parameters<Files['receive']>): Promise<Held>;
  keep(...args: Parameters<Files['keep']>): Promise<Held>;
  /** Moves a finished temporary file into the store. */
  store(held: Held): Promise<void>;
}

/** The files of one request, layered over the shared store. */
export function filesOfRequest({ files, receive, keep, store }: Parts): RequestFiles {
  const held = new Map<string, Held>();
  async function hold(one: Held): Promise<UploadedFile> {
    if (held.has(one.file.sha256)) await rm(one.temporary, { force: true });
    else held.set(one.file.sha256, one);
    return one.file;
  }
  async function drop(sha256: string): Promise<void> {
    const one = held.get(sha256);
    held.delete(sha256);
    if (one) await rm(one.temporary, { force: true });
  }
  const shared: Store = files.store;
  return {
    store: {
      ...shared,
      has: async (sha256) => held.has(sha256) || shared.has(sha256),
      read: async (sha256, range) => {
        const one = held.get(sha256);
        return one ? createReadStream(one.temporary, range) : shared.read(sha256, range);
      },
      size: async (sha256) => {
        const one = held.get(sha256);
        return one ? (await stat(one.temporary)).size : shared.size(sha256);
      },
    },
    receive: async (...args) => hold(await receive(...args)),
    keep: async (...args) => hold(await keep(...args)),
    adopt: files.adopt,
    forRequest: files.forRequest,
    async accept() {
      for (const [sha256, one] of held) {
        await store(one);
        held.delete(sha256);
      }
    },
    async drop(gone) {
      for (const { sha256 } of gone) await drop(sha256);
    },
    async discard() {
      for (const sha256 of held.keys()) await drop(sha256);
    },
  };
}
