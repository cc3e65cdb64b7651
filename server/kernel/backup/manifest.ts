import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from '../embedded-postgres/error.ts';

/**
 * A back-up is a folder: `postgres/` (the cluster with the log that makes it whole), `files/` (every stored file under
 * its hash), `datos/` (secret and password, as in DATA_DIR), `archivos.txt` (the list of the stored files) and, written last,
 * `respaldo.json`.
 */
export const PARTS = {
  cluster: 'postgres',
  files: 'files',
  data: 'datos',
  list: 'archivos.txt',
  manifest: 'respaldo.json',
} as const;

/** What the back-up holds, so that a restore notices what is missing or was changed. */
export const Manifest = z.object({
  /** 1: made before the stored files were listed, which are proved by their names alone. */
  format: z.union([z.literal(1), z.literal(2)]),
  takenAt: z.string(),
  /** Of PostgreSQL: the copy is of its own files, which only that major version reads. */
  major: z.string(),
  bytes: z.number(),
  storedFiles: z.number().int(),
  /** Every file of the cluster and of `datos/`, and the list of the stored files (millions would not fit here). */
  entries: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
  /** Stored files that rows name and that were nowhere when the back-up was taken. */
  missing: z.array(z.string()).default([]),
  /** Stored files of which only a copy was left that is not what their name says. It is kept. */
  altered: z.array(z.string()).default([]),
  /** Of all the rest, as it was written. */
  seal: z.string().optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Something a person at the terminal must put right; the Spanish sentence says what. */
export class BackupError extends EmbeddedPostgresError {}

/** The manifest of a whole back-up; BackupError for a folder that is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, PARTS.manifest);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupError(`${folder} no es un respaldo terminado: falta ${PARTS.manifest}.`);
  });
  try {
    const { seal, ...rest } = JSON.parse(text) as Manifest;
    const manifest = Manifest.parse(rest);
    if (manifest.format === 1 || seal === sealOf(rest)) return manifest;
  } catch {
    // said below
  }
  throw new BackupError(`${file} no es como cuando se hizo el respaldo. Usa otro respaldo.`);
}

/** The manifest as text, with the hash of itself. */
export const sealed = (manifest: Manifest): string => JSON.stringify({ ...manifest, seal: sealOf(manifest) });

const sealOf = (rest: object) => createHash('sha256').update(JSON.stringify(rest)).digest('hex');

/** The newest whole back-up in a folder of back-ups; its unchanged files need not be copied again. */
export async function latestBackup(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.startsWith('llave-'))
    .toSorted();
  for (const name of names.toReversed()) {
    const found = path.join(folder, name);
    if (await readManifest(found).catch(() => undefined)) return found;
  }
  return undefined;
}
