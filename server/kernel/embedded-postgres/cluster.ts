import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chown,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  unlink,
  writeFile,
  appendFile,
} from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { clusterExists, writePointer, type Home } from './home.ts';
import { isAlive } from './processes.ts';
import type { PostgresSettings } from './settings.ts';

/** Owns the cluster and everything in the database. */
export const SUPERUSER = 'llave';
/** The application's role: works on the rows. */
export const APP_ROLE = 'llave_app';
export const DATABASE = 'llave';
const MAJOR = '18';

/** Unique suffix for an unfinished file: the process id and random characters. */
const unique = (): string => `${process.pid}-${randomBytes(4).toString('hex')}`;

/** The cluster's password, from `postgres.clave` in the data folder (mode 600). Created with the cluster. */
export async function readPassword({ dataDir, cluster }: Home): Promise<string> {
  const file = path.join(dataDir, 'postgres.clave');
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found) return found.trim();
  if (clusterExists(cluster))
    throw new EmbeddedPostgresError(
      `Falta ${file}, la clave de la base de datos. Recupérala de un respaldo.`,
    );
  // Written to a draft and hard-linked: if two first starts run at once, both use the first password.
  const draft = `${file}.${unique()}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch(() => undefined);
  await unlink(draft);
  return (await readFile(file, 'utf8')).trim();
}

/**
 * Creates the cluster if there is none: UTF-8, collation es-PA (ICU), password authentication only. It is built in
 * another folder and renamed, so a crash leaves no partial cluster and with two starts at once the first one wins.
 */
export async function ensureCluster(
  home: Home,
  password: string,
  settings: PostgresSettings = {},
): Promise<void> {
  const { cluster, runAs } = home;
  await sweepHalves(cluster);
  if (clusterExists(cluster)) return checkVersion(cluster);
  const half = `${cluster}.nuevo-${unique()}`;
  const secret = `${half}.clave`;
  try {
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { mode: 0o700 });
    await writeFile(secret, password, { mode: 0o600 });
    if (runAs) for (const made of [half, secret]) await chown(made, runAs.uid, runAs.gid);
    await initdb(home, half, secret, settings['fsync'] === 'off');
    await appendFile(path.join(half, 'postgresql.conf'), "include_if_exists = 'llave.conf'\n");
    await writePointer(home);
    await rename(half, cluster);
  } catch (error) {
    if (!clusterExists(cluster)) throw error;
  } finally {
    await rm(half, { recursive: true, force: true });
    await rm(secret, { force: true });
  }
}

/** Writes the settings into the cluster, atomically, readable by the owner only. */
export async function writeSettings({ cluster, runAs }: Home, text: string): Promise<void> {
  const draft = path.join(cluster, `llave.conf.${unique()}`);
  await writeFile(draft, text, { mode: 0o600 });
  if (runAs) await chown(draft, runAs.uid, runAs.gid);
  await rename(draft, path.join(cluster, 'llave.conf'));
}

export const readSettings = ({ cluster }: Home): Promise<string> =>
  readFile(path.join(cluster, 'llave.conf'), 'utf8').catch(() => '');

async function initdb(home: Home, target: string, secret: string, careless: boolean): Promise<void> {
  const child = spawn(
    path.join(home.programs, 'bin/initdb'),
    [
      `--pgdata=${target}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=es-PA',
      '--no-instructions',
      ...(careless ? ['--no-sync'] : []),
    ],
    {
      cwd: path.dirname(target),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: childEnvironment(),
      detached: true,
      ...home.runAs,
    },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new EmbeddedPostgresError(`No se pudo crear la base de datos en ${home.cluster}: ${said.trim()}`);
}

/** The minimal environment for PostgreSQL's programs: none of the application's secrets, messages in English. */
export const childEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C' });

/** Removes partial clusters of first starts that were killed. */
async function sweepHalves(cluster: string): Promise<void> {
  const [folder, prefix] = [path.dirname(cluster), `${path.basename(cluster)}.nuevo-`];
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const maker = Number.parseInt(name.slice(prefix.length));
    if (maker !== process.pid && !isAlive(maker))
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

async function checkVersion(cluster: string): Promise<void> {
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR)
    throw new EmbeddedPostgresError(
      `La base de datos de ${cluster} es de PostgreSQL ${version} y esta versión de Llave trae la ${MAJOR}. ` +
        'Inicia la versión anterior, saca los datos con pg_dump y cárgalos en esta: docs/operations.md, «Upgrade».',
    );
}
