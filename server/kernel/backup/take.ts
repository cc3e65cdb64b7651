import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { copyTree, copyWhole, syncFolders, type Entry } from './copy.ts';
import { BackupError, latestBackup, PARTS, sealed, type Manifest } from './manifest.ts';
import { copyStore, missingOf } from './store.ts';
import { SAFE_MODE_FILE } from '../safeMode.ts';

/** Held while a back-up is taken, so that two are never taken at once. Files that are deleted meanwhile do not wait for it. */
const BACKUP_LOCK = [0x4c4c4156, 2] as const;

/** Of the single files of DATA_DIR, those that tell of this machine only. */
const STAYS = new RegExp(`^(postgres\\.(log(\\.1)?|ruta)|${SAFE_MODE_FILE.replace('.', '\\.')})$`);

/** Of the cluster, what a server makes anew when it starts, and the log, of which only the needed part is copied. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)|.*\/pgsql_tmp[^/]*|.*\/pg_internal\.init|llave\.conf\..*)$/;

interface Source {
  /** Of the embedded database. */
  url: string;
  cluster: string;
  dataDir: string;
  /** A statement that selects the `sha256` of at most $2 stored files that rows name, in order, after $1. */
  named: string;
}

const PAGE = 20_000;

export interface Taken {
  folder: string;
  manifest: Manifest;
  seconds: number;
}

/**
 * Takes a back-up while everything goes on: a physical copy of the cluster between pg_backup_start and pg_backup_stop,
 * with its log, then the files that its rows name (they are whole in the store before a row names them). It appears
 * under its name in `into` only once it is whole and on disk. Every file is hashed on its way. A stored file that is missing or
 * altered is written down and does not keep the rest from being backed up.
 */
export async function takeBackup(
  { url, cluster, dataDir, named }: Source,
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
    const singles = await copySingles(dataDir, path.join(half, PARTS.data));
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
    return { folder, manifest, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  } finally {
    await database.end();
  }
}

/** Page by page: a million sales name more files than fit in memory. */
async function* namedFiles(database: Client, statement: string): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const { rows } = await database.query<{ sha256: string }>(statement, [after, PAGE]);
    for (const { sha256 } of rows) yield sha256;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.sha256;
  }
}

/** Copies the cluster of a running server with the log from the copy's beginning to its end. */
async function copyCluster(database: Client, cluster: string, to: string): Promise<Entry[]> {
  // Keeps the log until it is copied, and goes with this connection.
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
  // Without it the server would begin at its latest checkpoint, in the middle of the copy.
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

async function copySingles(dataDir: string, to: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  await mkdir(to, { mode: 0o700 });
  for (const found of await readdir(dataDir, { withFileTypes: true }))
    if (found.isFile() && !STAYS.test(found.name)) {
      const copied = await copyWhole(path.join(dataDir, found.name), path.join(to, found.name));
      entries.push({ path: `${PARTS.data}/${found.name}`, ...copied });
    }
  return entries;
}

/** Removes what an earlier back-up left when it was killed; whoever calls this holds the lock. */
async function sweepHalves(into: string): Promise<void> {
  for (const name of await readdir(into))
    if (/^llave-.*\.a-medias$/.test(name)) await rm(path.join(into, name), { recursive: true, force: true });
}
