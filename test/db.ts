import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { inject } from 'vitest';
import type { AppRole } from '#server/kernel/appRole.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { seed } from '#server/seed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** As the owner. */
    postgresUrl: string;
    /** As the application. */
    appUrl: string;
  }
}

const TEMPLATE = 'plantilla';

export interface TestDatabase {
  /** As the application's own role. */
  url: string;
  /** As the role that owns everything. */
  ownerUrl: string;
  /** Ends whatever is still connected. */
  drop(): Promise<void>;
}

/** Makes the database that every test file gets a copy of: migrated and seeded, without demo data. */
export async function prepareTemplate(serverUrl: string, app: AppRole & { url: string }): Promise<void> {
  await run(serverUrl, `create database ${TEMPLATE}`);
  const url = urlOf(serverUrl, TEMPLATE);
  await migrate(url, { app });
  await seed(url);
  await prepareQueue(urlOf(app.url, TEMPLATE));
  await run(serverUrl, `alter database ${TEMPLATE} with is_template true allow_connections false`);
}

/** Makes the queue's own tables, which it else makes at each application's start. */
async function prepareQueue(url: string): Promise<void> {
  const queue = new PgBoss({ connectionString: url, schema: 'jobs', createSchema: false });
  await queue.start();
  await queue.stop();
}

/** A fresh database, migrated and seeded, on the run's own PostgreSQL; or with nothing in it. */
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
