import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from '../embedded-postgres/error.ts';

/**
 * A backup is a folder: `postgres/` (the cluster with the WAL it needs), `files/` (every stored file under its hash),
 * `datos/` (secret and password, as in DATA_DIR), `archivos.txt` (the list of stored files) and `respaldo.json`,
 * which is written last.
 */
export const PARTS = {
  cluster: 'postgres',
  files: 'files',
  data: 'datos',
  list: 'archivos.txt',
  manifest: 'respaldo.json',
} as const;

/** A file in DATA_DIR about the last backup, wherever it was put: for the office's page of health. */
export const LAST_BACKUP_FILE = 'ultimo-respaldo.json';
export const LastBackup = z.object({ takenAt: z.string(), damaged: z.number().int() });

/** The content of a backup, so a restore can detect missing or changed files. */
export const Manifest = z.object({
  /** 1: before `archivos.txt` existed; stored files are verified by their names alone. */
  format: z.union([z.literal(1), z.literal(2)]),
  takenAt: z.string(),
  /** PostgreSQL major version. A physical copy can only be read by the same major version. */
  major: z.string(),
  bytes: z.number(),
  storedFiles: z.number().int(),
  /** Every file of the cluster and of `datos/`, and the list of stored files (millions would not fit here). */
  entries: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
  /** Stored files that rows refer to and that did not exist when the backup was taken. */
  missing: z.array(z.string()).default([]),
  /** Stored files whose only remaining copy does not match its hash. The copy is kept. */
  altered: z.array(z.string()).default([]),
  /** Hash of everything else in the manifest, as it was written. */
  seal: z.string().optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** A fault that a person at the terminal must fix; the message is a Spanish sentence. */
export class BackupError extends EmbeddedPostgresError {}

/** The manifest of a complete backup. Raises BackupError if the folder is not one. */
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
    // The error is thrown below.
  }
  throw new BackupError(`${file} no es como cuando se hizo el respaldo. Usa otro respaldo.`);
}

/** The manifest as JSON, with its own hash. */
export const sealed = (manifest: Manifest): string => JSON.stringify({ ...manifest, seal: sealOf(manifest) });

const sealOf = (rest: object) => createHash('sha256').update(JSON.stringify(rest)).digest('hex');

/** The newest complete backup in a folder of backups. Its unchanged files need not be copied again. */
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
