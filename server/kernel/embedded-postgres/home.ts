import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';
import { findPrograms, SYSTEM_FOLDER } from './programs.ts';
import { canEnter, systemUser, type RunAs } from './user.ts';

/** The location of one company's PostgreSQL. */
export interface Home {
  /** The application's data folder: password, log, and the cluster if PostgreSQL's user can enter the folder. */
  dataDir: string;
  /** PostgreSQL's own data directory; it may not exist yet. */
  cluster: string;
  /** The folder with bin/initdb and bin/postgres. */
  programs: string;
  runAs: RunAs;
}

export const clusterExists = (cluster: string): boolean => existsSync(path.join(cluster, 'PG_VERSION'));

/** A file in the data folder with the path of a cluster kept elsewhere. */
const pointerOf = (dataDir: string): string => path.join(dataDir, 'postgres.ruta');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Finds or chooses the cluster's location and the system user that PostgreSQL runs as. When we are root, that is the
 * owner of an existing cluster or the user `llave`. If that user cannot enter the data folder, the cluster is kept under
 * /var/lib/llave. Raises EmbeddedPostgresError.
 */
export async function findHome(wanted: string): Promise<Home> {
  const root = process.getuid?.() === 0;
  await mkdir(wanted, { recursive: true, mode: root ? 0o711 : 0o700 });
  const dataDir = await realpath(wanted);
  const inside = path.join(dataDir, 'postgres');
  if (!root) return { dataDir, cluster: await ours(inside), programs: await findPrograms(null), runAs: null };

  const elsewhere = await readPointer(dataDir);
  const cluster = elsewhere ?? inside;
  const runAs = (await ownerOf(cluster)) ?? (await systemUser());
  const programs = await findPrograms(runAs);
  if (elsewhere) return { dataDir, cluster, programs, runAs };
  await letThrough(dataDir, runAs);
  if (canEnter(dataDir, runAs)) return { dataDir, cluster, programs, runAs };
  return { dataDir, cluster: await placeOutside(dataDir, inside), programs, runAs };
}

/** Writes the pointer to a cluster outside the data folder. Call it before the cluster is created. */
export async function writePointer({ dataDir, cluster }: Home): Promise<void> {
  if (path.dirname(cluster) === dataDir) return;
  await writeFile(path.join(path.dirname(cluster), 'origen'), dataDir);
  await writeFile(pointerOf(dataDir), cluster);
}

async function ours(cluster: string): Promise<string> {
  const found = await stat(cluster).catch(() => undefined);
  if (existsSync(pointerOf(path.dirname(cluster))) || (found && found.uid !== process.getuid?.()))
    throw new EmbeddedPostgresError(
      `La base de datos de ${path.dirname(cluster)} es de otro usuario del sistema. ` +
        'Inicia Llave con ese usuario o con root, o cambia DATA_DIR.',
    );
  return cluster;
}

async function ownerOf(cluster: string): Promise<RunAs> {
  const found = await stat(cluster).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
}

/** A folder that only root can enter (as mkdtemp makes) gets the execute bit for PostgreSQL's group. */
async function letThrough(dataDir: string, runAs: RunAs): Promise<void> {
  const { uid, gid, mode } = await stat(dataDir);
  if (!runAs || uid !== 0 || gid !== 0 || (mode & 0o1) !== 0) return;
  await chown(dataDir, 0, runAs.gid);
  await chmod(dataDir, (mode & 0o707) | 0o010);
}

/** The folder under /var/lib/llave for a data folder that PostgreSQL's user cannot enter. */
async function placeOutside(dataDir: string, inside: string): Promise<string> {
  const place = path.join(SYSTEM_FOLDER, hash(dataDir));
  const cluster = path.join(place, 'postgres');
  try {
    // No pointer led here: this cluster belonged to a deleted data folder with the same path. Keep it under another name.
    if (clusterExists(cluster)) await rename(place, `${place}.anterior-${Date.now()}`);
    await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
    await mkdir(place, { recursive: true, mode: 0o711 });
    // The project was moved to a folder that PostgreSQL's user cannot enter: move its cluster out.
    if (clusterExists(inside)) {
      await writePointer({ dataDir, cluster, programs: '', runAs: null });
      await rename(inside, cluster);
    }
    return cluster;
  } catch (error) {
    throw new EmbeddedPostgresError(
      `El usuario de PostgreSQL no puede entrar en ${dataDir} y no se pudo usar ${place} ` +
        `(${(error as Error).message}). Pon los datos en una carpeta a la que pueda entrar, ` +
        'por ejemplo DATA_DIR=/srv/llave, o inicia Llave con un usuario que no sea root.',
      { cause: error },
    );
  }
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  const pointer = pointerOf(dataDir);
  const cluster = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  if (!cluster) return undefined;
  // Another start may have written the pointer but not yet put the new cluster in place.
  for (let tries = 0; tries < 40 && !clusterExists(cluster); tries++) await pause(50);
  if (!clusterExists(cluster))
    throw new EmbeddedPostgresError(
      `${pointer} dice que la base de datos está en ${cluster}, y ahí no está. Devuélvela a su lugar; ` +
        'o, si quieres empezar de cero, borra la carpeta de datos.',
    );
  const origin = path.join(path.dirname(cluster), 'origen');
  const before = (await readFile(origin, 'utf8').catch(() => '')).trim();
  if (before !== dataDir) {
    const twin = (await readFile(pointerOf(before), 'utf8').catch(() => '')).trim() === cluster;
    if (twin)
      throw new EmbeddedPostgresError(
        `${dataDir} es una copia de ${before}, y la base de datos de ambas es ${cluster}. ` +
          'Para tener otra empresa usa «npm run respaldo» y «npm run restaurar».',
      );
    await writeFile(origin, dataDir);
  }
  return cluster;
}
