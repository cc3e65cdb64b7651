import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { copyTree, copyWhole, syncFolders, type Entry } from './copy.ts';
import { BackupError, LAST_BACKUP_FILE, latestBackup, PARTS, sealed, type Manifest } from './manifest.ts';
import { copyStore, missingOf } from './store.ts';
import { SAFE_MODE_FILE } from '../safeMode.ts';
import { KEPT_FILE, keyForBackup } from '../seal/keptKey.ts';

/** Held during a backup, so two never run at once. Deleting files does not wait for it. */
const BACKUP_LOCK = [0x4c4c4156, 2] as const;

/** Files of DATA_DIR that are not copied: they describe this machine only, or are keys, which go in encrypted. */
const STAYS = new RegExp(
  `^(postgres\\.(log(\\.1)?|ruta)|${SAFE_MODE_FILE.replace('.', '\\.')}|${LAST_BACKUP_FILE.replace('.', '\\.')}|${KEPT_FILE.replace('.', '\\.')}|.*\\.(pem|key))$`,
);

/** Parts of the cluster that are not copied: what a server creates at start, and the WAL (its needed part is copied). */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)|.*\/pgsql_tmp[^/]*|.*\/pg_internal\.init|llave\.conf\..*)$/;

interface Source {
  /** URL of the embedded database. */
  url: string;
  cluster: string;
  dataDir: string;
  /** SQL that selects the `sha256` of stored files that rows refer to: in order, after $1, at most $2. */
  named: string;
  /** Encrypts the key that this system made for sealing; without it that key is not in the back-up. */
  sealPassword?: string | undefined;
}

const PAGE = 20_000;

export interface Taken {
  folder: string;
  manifest: Manifest;
  seconds: number;
}

/**
 * Takes a backup while the application runs: a physical copy of the cluster between pg_backup_start and pg_backup_stop
 * with its WAL, then the stored files (a file is complete in the store before a row refers to it). The folder gets its
 * final name in `into` only when it is complete and synced. Every file is hashed while copying. A missing or altered
 * stored file is recorded in the manifest and does not stop the backup. Raises BackupError.
 */
export async function takeBackup(
  { url, cluster, dataDir, named, sealPassword }: Source,
  into: string,
  now: Date,
): Promise<Taken> {
  const began = performance.now();
  const name = `llave-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const folder = path.join(into, name);
  const half = `${folder}.a-medias`;
  await mkdir(into, { recursive: true, mode: 0o700 });
  const before = await latestBackup(into);
  const database = new Client({ connectionString: url, application_name: 'llave: respaldo' });
  await database.connect();
  try {
    const { rows } = await database.query('select pg_try_advisory_lock($1, $2) as mine', [...BACKUP_LOCK]);
    if (!rows[0].mine) throw new BackupError('Ya se está haciendo un respaldo. Espera a que termine.');
    await sweepHalves(into);
    await mkdir(half, { mode: 0o700 });
    const copied = await copyCluster(database, cluster, path.join(half, PARTS.cluster));
    const ours = path.join(dataDir, 'files');
    const store = await copyStore(ours, half, before && path.join(before, PARTS.files));
    const missing = await missingOf(namedFiles(database, named), half, ours);
    const singles = await copySingles(dataDir, path.join(half, PARTS.data), sealPassword);
    const entries = [...copied, ...singles, store.entry];
    const manifest: Manifest = {
      format: 2,
      takenAt: now.toISOString(),
      major: (await readFile(path.join(half, PARTS.cluster, 'PG_VERSION'), 'utf8')).trim(),
      bytes: entries.reduce((sum, { size }) => sum + size, store.bytes),
      storedFiles: store.count,
      entries,
      missing,
      altered: store.altered.toSorted(),
    };
    await writeFile(path.join(half, PARTS.manifest), sealed(manifest), { mode: 0o600, flush: true });
    await syncFolders(half);
    await rename(half, folder);
    await syncFolders(into);
    const last = { takenAt: manifest.takenAt, damaged: missing.length + manifest.altered.length };
    await writeFile(path.join(dataDir, LAST_BACKUP_FILE), JSON.stringify(last), { mode: 0o600 });
    return { folder, manifest, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  } finally {
    await database.end();
  }
}

/** Reads page by page: a million sales refer to more files than fit in memory. */
async function* namedFiles(database: Client, statement: string): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const { rows } = await database.query<{ sha256: string }>(statement, [after, PAGE]);
    for (const { sha256 } of rows) yield sha256;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.sha256;
  }
}

/** Copies the cluster of a running server, with the WAL from the start of the copy to its end. */
async function copyCluster(database: Client, cluster: string, to: string): Promise<Entry[]> {
  // A temporary replication slot: keeps the WAL until it is copied and ends with this connection.
  await database.query('select pg_create_physical_replication_slot($1, true, true)', [
    `respaldo_${process.pid}`,
  ]);
  const first = await segmentOf(database, "pg_backup_start('llave', true)");
  const entries = await copyTree(cluster, to, (one) => !LEFT_OUT.test(one));
  const { rows } = await database.query<{ lsn: string; labelfile: string }>(
    'select lsn, labelfile from pg_backup_stop(false)',
  );
  const { lsn, labelfile } = rows[0]!;
  const last = await segmentOf(database, `'${lsn}'::pg_lsn`);
  const log = path.join(cluster, 'pg_wal');
  for (const name of (await readdir(log)).toSorted()) {
    if (!name.endsWith('.history') && !(/^[0-9A-F]{24}$/.test(name) && first <= name && name <= last))
      continue;
    const copied = await copyWhole(path.join(log, name), path.join(to, 'pg_wal', name));
    entries.push({ path: `pg_wal/${name}`, ...copied });
  }
  // Without this file the server would recover from its latest checkpoint, in the middle of the copy.
  const label = path.join(to, 'backup_label');
  await writeFile(label, labelfile, { mode: 0o600, flush: true });
  const sha256 = createHash('sha256').update(labelfile).digest('hex');
  entries.push({ path: 'backup_label', size: Buffer.byteLength(labelfile), sha256 });
  return entries.map((one) => ({ ...one, path: `${PARTS.cluster}/${one.path}` }));
}

async function segmentOf(database: Client, position: string): Promise<string> {
  const { rows } = await database.query<{ name: string }>(`select pg_walfile_name(${position}) as name`);
  return rows[0]!.name;
}

async function copySingles(dataDir: string, to: string, sealPassword: string | undefined): Promise<Entry[]> {
  const entries: Entry[] = [];
  await mkdir(to, { mode: 0o700 });
  for (const found of await readdir(dataDir, { withFileTypes: true }))
    if (found.isFile() && !STAYS.test(found.name)) {
      const copied = await copyWhole(path.join(dataDir, found.name), path.join(to, found.name));
      entries.push({ path: `${PARTS.data}/${found.name}`, ...copied });
    }
  const key = await keyForBackup(dataDir, sealPassword);
  if (key) {
    await writeFile(path.join(to, KEPT_FILE), key, { mode: 0o600, flush: true });
    const sha256 = createHash('sha256').update(key).digest('hex');
    entries.push({ path: `${PARTS.data}/${KEPT_FILE}`, size: key.length, sha256 });
  }
  return entries;
}

/** Removes unfinished backups of a killed process. The caller holds the lock. */
async function sweepHalves(into: string): Promise<void> {
  for (const name of await readdir(into))
    if (/^llave-.*\.a-medias$/.test(name)) await rm(path.join(into, name), { recursive: true, force: true });
}
