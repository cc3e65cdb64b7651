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
/** Works on the rows. */
export const APP_ROLE = 'llave_app';
export const DATABASE = 'llave';
const MAJOR = '18';

/** Ends the name of something unfinished: whose it is, and that it is nobody else's. */
const unique = (): string => `${process.pid}-${randomBytes(4).toString('hex')}`;

/** The cluster's password, from `postgres.clave` in the data folder (mode 600); made with the cluster. */
export async function readPassword({ dataDir, cluster }: Home): Promise<string> {
  const file = path.join(dataDir, 'postgres.clave');
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found) return found.trim();
  if (clusterExists(cluster))
    throw new EmbeddedPostgresError(
      `Falta ${file}, la clave de la base de datos. Recupérala de un respaldo.`,
    );
  // Written aside and linked: of two first starts at once, both read the first one's.
  const draft = `${file}.${unique()}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch(() => undefined);
  await unlink(draft);
  return (await readFile(file, 'utf8')).trim();
}

/**
 * Makes the cluster when there is none: UTF-8, sorted and compared as Panamanian Spanish (ICU es-PA), passwords only.
 * It is made aside and put in place whole, so that a crash leaves none, and of two makers the first wins.
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

/** Puts the settings in the cluster. Readable by its owner only, whole or not at all. */
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

/** The least that PostgreSQL's programs need: nothing of the application's secrets, messages in one language. */
export const childEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C' });

/** Removes what a first start left half made when it was killed. */
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
