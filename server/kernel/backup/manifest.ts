import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from '../embedded-postgres/error.ts';

/**
 * A back-up is a folder: `postgres/` (the cluster with the log that makes it whole), `files/` (every stored file under
 * its hash), `datos/` (secret and password, as in DATA_DIR) and, written last, `respaldo.json`.
 */
export const PARTS = {
  cluster: 'postgres',
  files: 'files',
  data: 'datos',
  manifest: 'respaldo.json',
} as const;

/** What the back-up holds, so that a restore notices what is missing or was changed. */
export const Manifest = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  /** Of PostgreSQL: the copy is of its own files, which only that major version reads. */
  major: z.string(),
  bytes: z.number(),
  storedFiles: z.number().int(),
  /** Every file of the cluster and of `datos/`; stored files carry their hash as name. */
  entries: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
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
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`${file} no se puede leer. Usa otro respaldo.`);
  }
}

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
