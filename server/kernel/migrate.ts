import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import path from 'node:path';
import pg from 'pg';

const folder = path.join(import.meta.dirname, '../../migrations');

/** Brings a database to the present schema; forward only, one process at a time. Tests give an earlier release's folder. */
export async function migrate(url: string, migrationsFolder = folder): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('llave.migrate'))");
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
