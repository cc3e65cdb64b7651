import { constants, existsSync } from 'node:fs';
import { chown, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '../embedded-postgres.ts';
import { findHome, writePointer, type Home } from '../embedded-postgres/home.ts';
import type { PostgresLog } from '../embedded-postgres/launch.ts';
import { enterSafeMode } from '../safeMode.ts';
import { copyWhole, severalAtOnce, syncFolders } from './copy.ts';
import { BackupError, PARTS, readManifest, type Manifest } from './manifest.ts';
import { placeOf, storedIn } from './store.ts';
import { verifyBackup } from './verify.ts';

const MAJOR = '18';

/**
 * Restores a backup into an empty data folder. Verifies every file against the manifest before writing, and again
 * while copying. Puts the cluster in place last, in one rename, then starts it once: it replays its WAL and proves that
 * it opens. The restored company is in safe mode, because the original may still be running.
 * Raises BackupError.
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  log: PostgresLog,
): Promise<{ manifest: Manifest; seconds: number }> {
  const began = performance.now();
  const manifest = await readManifest(folder);
  if (manifest.major !== MAJOR)
    throw new BackupError(
      `El respaldo es de PostgreSQL ${manifest.major} y esta versión de Llave trae la ${MAJOR}. Restáuralo con la versión de Llave que lo hizo.`,
    );
  await refuseInhabited(dataDir);
  await verifyBackup(folder, manifest);
  const home = await findHome(dataDir);
  if (existsSync(home.cluster))
    throw new BackupError(`En ${home.cluster} ya hay una base de datos. Elige otra carpeta.`);
  const half = `${home.cluster}.nuevo-${process.pid}-restaurado`;
  try {
    await placeFiles(folder, manifest, half, home.dataDir);
    await placeStore(path.join(folder, PARTS.files), path.join(home.dataDir, 'files'));
    await enterSafeMode(home.dataDir, manifest.takenAt);
    await handOver(half, home);
    await writePointer(home);
    await syncFolders(half);
    await rename(half, home.cluster);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    await Promise.all(
      [...(await readdir(home.dataDir))].map((name) =>
        rm(path.join(home.dataDir, name), { recursive: true, force: true }),
      ),
    );
    throw error;
  }
  const postgres = await startPostgres({ dataDir: home.dataDir, log });
  await postgres.stop();
  return { manifest, seconds: (performance.now() - began) / 1000 };
}

async function refuseInhabited(dataDir: string): Promise<void> {
  const there = await readdir(dataDir).catch(() => []);
  if (there.length > 0)
    throw new BackupError(
      `${dataDir} no está vacía. Restaura en otra carpeta con --en, o aparta esa primero (por ejemplo: mv ${dataDir} ${dataDir}.anterior).`,
    );
}

/** Copies the files of the manifest, the cluster into `half` and the rest into the data folder, and compares each hash. */
async function placeFiles(folder: string, manifest: Manifest, half: string, dataDir: string): Promise<void> {
  for (const [part, target] of [
    [PARTS.cluster, half],
    [PARTS.data, dataDir],
  ] as const)
    for (const name of await foldersOf(path.join(folder, part)))
      await mkdir(path.join(target, name), { recursive: true, mode: 0o700 });
  for (const entry of manifest.entries) {
    if (entry.path === PARTS.list) continue;
    const [part, ...rest] = entry.path.split('/');
    const target = path.join(part === PARTS.cluster ? half : dataDir, ...rest);
    const copied = await copyWhole(path.join(folder, entry.path), target);
    if (copied.sha256 !== entry.sha256)
      throw new BackupError(`${entry.path} no es como cuando se hizo el respaldo. Usa otro.`);
  }
}

/** These files are verified already, so the system copies them; it shares blocks where it can. */
async function placeStore(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await severalAtOnce(storedIn(from), async (name) => {
    const target = path.join(to, placeOf(name));
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(path.join(from, placeOf(name)), target, constants.COPYFILE_FICLONE);
  });
}

async function foldersOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const inside = found.filter((one) => one.isDirectory()).map((one) => path.join(one.parentPath, one.name));
  return ['.', ...inside.map((one) => path.relative(folder, one))];
}

/** Running as root, PostgreSQL uses its own user: give it the cluster. */
async function handOver(cluster: string, { runAs }: Home): Promise<void> {
  if (!runAs) return;
  await chown(cluster, runAs.uid, runAs.gid);
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), runAs.uid, runAs.gid);
}
