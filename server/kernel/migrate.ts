import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import path from 'node:path';
import pg from 'pg';
import { grantAppRole, type AppRole } from './appRole.ts';

const folder = path.join(import.meta.dirname, '../../migrations');

/**
 * Brings a database to the present schema as the role that owns it; forward only, one process at a time. `app`: the role that will
 * work on it, which gets its rights. Tests give an earlier release's folder.
 */
export async function migrate(
  url: string,
  { migrationsFolder = folder, app }: { migrationsFolder?: string; app?: AppRole | undefined } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('llave.migrate'))");
    await runMigrations(drizzle(client), { migrationsFolder });
    await client.query('create schema if not exists jobs');
    if (app) await grantAppRole(client, app);
  } finally {
    await client.end();
  }
}
