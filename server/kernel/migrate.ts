import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { grantAppRole, type AppRole } from './appRole.ts';

const folder = path.join(import.meta.dirname, '../../migrations');

/** The data were written before the baseline, by a version that was never released (startFault.ts has the sentence). */
export class UnreleasedDataError extends Error {
  readonly code = 'UNRELEASED_DATA';
}

/**
 * Brings a database to the present schema as the role that owns it: migrations, which only go forward, then functions and triggers as
 * they are now. One process at a time. `app`: the role that will work on it, which gets its rights. Tests give a folder of their own.
 * Throws UnreleasedDataError, with nothing changed.
 */
export async function migrate(
  url: string,
  { migrationsFolder = folder, app }: { migrationsFolder?: string; app?: AppRole | undefined } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('llave.migrate'))");
    await refuseUnreleased(client, migrationsFolder);
    await runMigrations(drizzle(client), { migrationsFolder });
    await keepFunctions(client, path.join(migrationsFolder, 'sql'));
    await client.query('create schema if not exists jobs');
    if (app) await grantAppRole(client, app);
  } finally {
    await client.end();
  }
}

async function refuseUnreleased(client: pg.Client, migrationsFolder: string): Promise<void> {
  const { rows: found } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!found[0].there) return;
  const journal = JSON.parse(await readFile(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  const { rowCount } = await client.query(
    'select from drizzle.__drizzle_migrations where created_at < $1 limit 1',
    [journal.entries[0]!.when],
  );
  if (rowCount) throw new UnreleasedDataError('these data are older than the baseline of the migrations');
}

/**
 * Writes the functions and triggers of every feature anew, all or none, where a file changed since. What the files do not name any more
 * stays in a database that has it: a migration drops it.
 */
async function keepFunctions(client: pg.Client, sqlFolder: string): Promise<void> {
  const names = (await readdir(sqlFolder)).filter((name) => name.endsWith('.sql')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(path.join(sqlFolder, name), 'utf8')));
  const hash = createHash('sha256').update(texts.join('\0')).digest('hex');
  // Beside the migrations' own table: erasing the demonstration empties the tables of `public`.
  await client.query(
    'create table if not exists drizzle.functions (hash text primary key, applied_at timestamptz not null default now())',
  );
  const { rowCount } = await client.query('select from drizzle.functions where hash = $1', [hash]);
  if (rowCount) return;
  await client.query('begin');
  try {
    for (const text of texts) await client.query(text);
    await client.query('delete from drizzle.functions');
    await client.query('insert into drizzle.functions (hash) values ($1)', [hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
