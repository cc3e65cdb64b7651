import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { grantAppRole, type AppRole } from './appRole.ts';

const folder = path.join(import.meta.dirname, '../../migrations');

/** The data are older than the baseline migration, from a version that was never released (message in startFault.ts). */
export class UnreleasedDataError extends Error {
  readonly code = 'UNRELEASED_DATA';
}

/**
 * Brings a database to the current schema, as the role that owns it: forward migrations, then the current functions and
 * triggers. A lock allows one process at a time. `app`: the role that gets its rights for working on the database. Tests
 * pass their own folder. Raises UnreleasedDataError before any change.
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
 * Recreates the functions and triggers of every feature, all or none, if a file changed since the last run. A function
 * removed from the files stays in the database until a migration drops it.
 */
async function keepFunctions(client: pg.Client, sqlFolder: string): Promise<void> {
  const names = (await readdir(sqlFolder)).filter((name) => name.endsWith('.sql')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(path.join(sqlFolder, name), 'utf8')));
  const hash = createHash('sha256').update(texts.join('\0')).digest('hex');
  // In the schema of the migrations: erasing the demo empties the tables of `public`.
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
