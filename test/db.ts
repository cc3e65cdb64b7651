import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { AppRole } from '#server/kernel/appRole.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { seed } from '#server/seed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL as the owner. */
    postgresUrl: string;
    /** URL as the application's role. */
    appUrl: string;
  }
}

const TEMPLATE = 'plantilla';

export interface TestDatabase {
  /** URL as the application's role. */
  url: string;
  /** URL as the role that owns everything. */
  ownerUrl: string;
  /** Drops the database and ends open connections. */
  drop(): Promise<void>;
}

/** Creates the template that every test file copies: migrated, seeded and prepared, without demo data. */
export async function prepareTemplate(
  serverUrl: string,
  app: AppRole & { url: string },
  prepare: (url: string) => Promise<void>,
): Promise<void> {
  await run(serverUrl, `create database ${TEMPLATE}`);
  const url = urlOf(serverUrl, TEMPLATE);
  await migrate(url, { app });
  await seed(url);
  await prepare(urlOf(app.url, TEMPLATE));
  await run(serverUrl, `alter database ${TEMPLATE} with is_template true allow_connections false`);
}

/** A fresh database, migrated and seeded, on the run's PostgreSQL; with `template0` an empty one. */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `prueba_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: urlOf(inject('appUrl'), name),
    ownerUrl: urlOf(serverUrl, name),
    drop: () => run(serverUrl, `drop database ${name} with (force)`),
  };
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
